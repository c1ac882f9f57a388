import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { isolate } from '../../i18n/isolate.ts';
import { fullName } from '../../queries/people.ts';
import { visuallyHidden } from '../../theme/mixins.css.ts';
import { useGroupLookAlike, useLookAlike } from './look-alikes.tsx';
import * as styles from './person-name.css.ts';

interface PersonNameProps {
  user: UserRow;
  /** Instead of the full name: the first one, or one with parts marked. */
  children?: ReactNode;
}

/**
 * Somebody's name wherever it stands alone: in a row, over a post or a message. One that only looks like a friend's is marked,
 * before the name, where a long name cannot push the mark out of sight.
 */
export function PersonName({ user, children = isolate(fullName(user)) }: PersonNameProps) {
  const friend = useLookAlike(user);
  return (
    <>
      {friend !== null && <LookAlikeMark friend={friend} />}
      {children}
    </>
  );
}

function LookAlikeMark({ friend }: { friend: string }) {
  const { t } = useTranslation();
  const words = t('people.looksLikeMark', { name: friend });
  return (
    <span className={styles.mark} title={words}>
      <TriangleAlert size="1em" aria-hidden="true" />
      <span className={visuallyHidden}>{`${words}: `}</span>
    </span>
  );
}

/** Marks a group whose name looks like that of a friend, so that it is not mistaken for the chat with that friend. */
function GroupName({ name, children }: { name: string; children: ReactNode }) {
  const friend = useGroupLookAlike(name);
  return (
    <>
      {friend !== null && <LookAlikeMark friend={friend} />}
      {children}
    </>
  );
}

/** What a chat is called: a private one as its person. */
export function ChatTitle({
  chat: { person, title, isSaved = false },
  children = isolate(title),
}: {
  chat: { readonly person: UserRow | undefined; readonly title: string; readonly isSaved?: boolean };
  children?: ReactNode;
}) {
  if (isSaved) return children;
  return person ? (
    <PersonName user={person}>{children}</PersonName>
  ) : (
    <GroupName name={title}>{children}</GroupName>
  );
}
