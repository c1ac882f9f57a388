import { Link } from '@tanstack/react-router';
import type { UserRow } from '../../../protocol/index.ts';
import * as styles from './person-link.css.ts';
import { PersonName } from './person-name.tsx';

/** A name that leads to its person, in a row whose buttons do something else. */
export function PersonLink({ user }: { user: UserRow }) {
  return (
    <Link className={styles.name} to="/users/$uniqueCode" params={{ uniqueCode: user.uniqueCode }}>
      <PersonName user={user} />
    </Link>
  );
}
