import { BrandMark } from './brand-mark.tsx';
import * as styles from './hero.css.ts';

export interface HeroProps {
  title: string;
  lead?: string;
}

/** The mark, a title, a sentence: the top of every page a visitor sees. */
export function Hero({ title, lead }: HeroProps) {
  return (
    <div className={styles.root}>
      <BrandMark size={72} />
      <h1 className={styles.title} dir="auto">
        {title}
      </h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
    </div>
  );
}
