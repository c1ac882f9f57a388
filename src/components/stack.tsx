import type { ReactNode } from 'react';
import * as styles from './stack.css.ts';

export interface StackProps {
  gap?: keyof typeof styles.stack;
  children: ReactNode;
}

/** Things one under the other with even gaps. */
export function Stack({ gap = 'lg', children }: StackProps) {
  return <div className={styles.stack[gap]}>{children}</div>;
}
