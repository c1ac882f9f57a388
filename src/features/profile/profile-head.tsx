import type { ReactNode } from 'react';
import * as styles from './profile-head.css.ts';

interface ProfileHeadProps {
  avatar: ReactNode;
  name: ReactNode;
  line: string;
}

/** The face of a person: at the top of one's own profile and of everybody else's. */
export function ProfileHead({ avatar, name, line }: ProfileHeadProps) {
  return (
    <div className={styles.root}>
      {avatar}
      <h2 className={styles.name} dir="auto">
        {name}
      </h2>
      <p className={styles.line}>{line}</p>
    </div>
  );
}
