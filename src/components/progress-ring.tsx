import type { ReactNode } from 'react';
import * as styles from './progress-ring.css.ts';

interface ProgressRingProps {
  /** Between 0 and 1. */
  share: number;
  children: ReactNode;
}

const RADIUS = 15;
const LENGTH = 2 * Math.PI * RADIUS;

/** A ring that closes around an icon. For the eye only: who uses it says the share in words beside it. */
export function ProgressRing({ share, children }: ProgressRingProps) {
  return (
    <span className={styles.ring}>
      <svg className={styles.circle} viewBox="0 0 34 34" fill="none" aria-hidden="true">
        <circle cx="17" cy="17" r={RADIUS} stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
        <circle
          className={styles.done}
          cx="17"
          cy="17"
          r={RADIUS}
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeDasharray={`${LENGTH * Math.min(1, Math.max(0, share))} ${LENGTH}`}
        />
      </svg>
      {children}
    </span>
  );
}
