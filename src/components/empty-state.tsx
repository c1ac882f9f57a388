import type { ReactNode } from 'react';
import * as styles from './empty-state.css.ts';

export interface EmptyStateProps {
  /** A lucide icon at 32 px. */
  icon: ReactNode;
  /** One line: what is missing. */
  line: ReactNode;
  hint?: string;
  /** One button. */
  action?: ReactNode;
  /** The line is what the whole page is about, and no header says so. */
  isPageTitle?: boolean;
}

export function EmptyState({ icon, line, hint, action, isPageTitle = false }: EmptyStateProps) {
  const Line = isPageTitle ? 'h1' : 'p';
  return (
    <div className={styles.root}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <Line className={styles.line} dir="auto">
        {line}
      </Line>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
