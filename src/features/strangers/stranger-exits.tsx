import { useTranslation } from 'react-i18next';
import type { StrangerEnd } from '../../../protocol/index.ts';
import { Button } from '../../components/button.tsx';
import * as styles from './strangers.css.ts';

interface StrangerExitsProps {
  /** What ends the chat asks nothing: one tap, and the other is gone. */
  onEnd: (how: StrangerEnd) => void;
  onReport: () => void;
}

/** Next · End · Block · Report, always in view (docs/decisions/0013). */
export function StrangerExits({ onEnd, onReport }: StrangerExitsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.exits} role="toolbar" aria-label={t('strangers.actions')}>
      <Button size="sm" variant="secondary" onClick={() => onEnd('next')}>
        {t('strangers.next')}
      </Button>
      <Button size="sm" variant="secondary" onClick={() => onEnd('end')}>
        {t('strangers.end')}
      </Button>
      <Button size="sm" variant="dangerQuiet" onClick={() => onEnd('block')}>
        {t('strangers.block')}
      </Button>
      <Button size="sm" variant="dangerQuiet" onClick={onReport}>
        {t('strangers.report')}
      </Button>
    </div>
  );
}
