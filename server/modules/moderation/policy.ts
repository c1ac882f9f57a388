import { ProtocolError } from '../../../protocol/index.ts';
import type { Queryable } from '../../db/database.ts';
import { findPerson } from '../friends/relation.ts';
import type { ModerationServices } from './context.ts';

/** Whether the configuration names this account. A suspended one reaches no route of moderation. */
export const isModerator = async (
  db: Queryable,
  { moderators }: Pick<ModerationServices, 'moderators'>,
  userId: string,
): Promise<boolean> => {
  if (moderators.size === 0) return false;
  const person = await findPerson(db, userId);
  return person !== undefined && moderators.has(person.uniqueCode);
};

/** To everybody else there is no moderation. @throws not_found */
export const assertModerator = async (
  db: Queryable,
  services: Pick<ModerationServices, 'moderators'>,
  userId: string,
): Promise<void> => {
  if (!(await isModerator(db, services, userId))) throw new ProtocolError('not_found');
};
