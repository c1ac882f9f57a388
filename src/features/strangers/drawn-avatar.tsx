import * as avatar from '../../components/avatar.css.ts';
import { avatarColour } from '../../components/avatar-fallback.ts';
import { weaveOf } from './drawn-weave.ts';
import * as styles from './strangers.css.ts';

interface DrawnAvatarProps {
  /** The id that was drawn for one match: the same stranger looks different the next time. */
  id: string;
  size?: 'sm' | 'md' | 'lg';
}

const isColour = (value: number): value is keyof typeof avatar.colours => value in avatar.colours;

/** A stranger's face: a woven pattern out of the per-match id alone. Decoration, for the alias stands beside it. */
export function DrawnAvatar({ id, size = 'md' }: DrawnAvatarProps) {
  const colour = avatarColour(id);
  const tint = isColour(colour) ? avatar.colours[colour] : '';
  return (
    <span className={`${avatar.avatar({ size, shape: 'person' })} ${tint}`} aria-hidden="true">
      <svg className={styles.weaveMark} viewBox="0 0 5 5" role="presentation">
        {weaveOf(id).map(([x, y]) => (
          <rect key={`${x} ${y}`} x={x + 0.06} y={y + 0.06} width={0.88} height={0.88} rx={0.22} />
        ))}
      </svg>
    </span>
  );
}
