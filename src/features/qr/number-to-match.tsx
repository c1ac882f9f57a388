import * as styles from './qr.css.ts';

/** The number that the other device is asked for: large, and read as one. */
export function NumberToMatch({ label, number }: { label: string; number: number }) {
  return (
    <div className={styles.match}>
      <p className={styles.matchLabel}>{label}</p>
      <p className={styles.number}>{number}</p>
    </div>
  );
}
