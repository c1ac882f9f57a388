import { userScope } from '../../../protocol/index.ts';
import type { DecideContext } from '../sync/batch/command.ts';
import type { StoredMessage } from './presenter.ts';
import { goneChange, type StoredStar, starChange } from './stars.ts';

type Context = Pick<DecideContext, 'state' | 'log' | 'now'>;

/** The stars of a batch (`starsOn`, `starsIn`) that stand. */
const standing = ({ state }: Context, isMeant: (star: StoredStar) => boolean): StoredStar[] =>
  state.stars.rows.filter((star) => star.deletedAt === null && isMeant(star));

/** Takes a star away, and logs that for its owner. */
export const endStar = ({ state, log, now }: Context, star: StoredStar): void =>
  log.put(userScope(star.userId), goneChange(state.stars.change(star, { deletedAt: now })));

/** Tells the owners of stars what a message that has changed says now: the stars have new versions. */
export const touchStars = (context: Context, message: StoredMessage): void => {
  const { state, log } = context;
  for (const star of standing(context, ({ messageId }) => messageId === message.id))
    log.put(userScope(star.userId), starChange(state.stars.change(star, {}), message));
};

/** A message that is gone for everybody loses its stars. */
export const endStarsOn = (context: Context, message: StoredMessage): void => {
  for (const star of standing(context, ({ messageId }) => messageId === message.id)) endStar(context, star);
};

/** Who clears a chat up to a message has no stars there any more. */
export const endStarsUpTo = (
  context: Context,
  { chatId, userId, seq }: { chatId: string; userId: string; seq: number },
): void => {
  const { messages, starSeqs } = context.state;
  const seqOf = (id: string): number => messages.get(id)?.seq ?? starSeqs.get(id) ?? 0;
  const isCleared = (star: StoredStar): boolean =>
    star.userId === userId && star.chatId === chatId && seqOf(star.messageId) <= seq;
  for (const star of standing(context, isCleared)) endStar(context, star);
};
