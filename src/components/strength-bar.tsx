import * as styles from './strength-bar.css.ts';

const STEPS = [1, 2, 3, 4] as const;

/** Four steps that fill as a password gets harder to guess. The words beside it say the same. */
export function StrengthBar({ strength }: { strength: number }) {
  const tone = strength <= 1 ? 'low' : strength <= 2 ? 'middle' : 'high';
  return (
    <span className={styles.bar} aria-hidden="true">
      {STEPS.map((step) => (
        <span key={step} className={styles.step({ tone: step <= Math.max(1, strength) ? tone : 'empty' })} />
      ))}
    </span>
  );
}
