import { Link } from '@tanstack/react-router';
import { VenetianMask } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PostAuthor, UserRow } from '../../../protocol/index.ts';
import { Avatar } from '../../components/avatar.tsx';
import { fullName } from '../../queries/people.ts';
import { PersonName } from '../people/person-name.tsx';
import * as styles from './post-card.css.ts';

/** The face beside a post: a person's, or a mask. */
export function AuthorFace({ person, size = 'md' }: { person: UserRow | null; size?: 'sm' | 'md' }) {
  if (person)
    return <Avatar id={person.id} name={fullName(person)} pictureId={person.avatarId} size={size} />;
  return (
    <span className={styles.mask({ size })} aria-hidden="true">
      <VenetianMask size={22} />
    </span>
  );
}

/** What an author is called where there is no name to show. */
export function useMaskedName(): (author: PostAuthor | null) => string {
  const { t } = useTranslation();
  return (author) => (author?.kind === 'author' ? t('posts.author') : t('posts.anonymousAuthor'));
}

/** A name that leads to the person, or what stands for one. */
export function AuthorName({ person, author }: { person: UserRow | null; author: PostAuthor | null }) {
  const maskedName = useMaskedName();
  if (!person) return <span className={styles.name}>{maskedName(author)}</span>;
  return (
    <Link className={styles.nameLink} to="/users/$uniqueCode" params={{ uniqueCode: person.uniqueCode }}>
      <PersonName user={person} />
    </Link>
  );
}
