import { useTranslation } from 'react-i18next';
import * as styles from './sounds.css.ts';

/** "1.5×", which a press makes "2×". */
export function RateButton({ rate, onPress }: { rate: number; onPress: () => void }) {
  const { t, i18n } = useTranslation();
  const shown = `${rate.toLocaleString(i18n.language)}×`;
  return (
    <button
      type="button"
      className={styles.rate}
      aria-label={t('voice.speed', { rate: shown })}
      title={t('voice.speed', { rate: shown })}
      onClick={onPress}
    >
      {shown}
    </button>
  );
}
