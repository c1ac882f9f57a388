import { chatScope, type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import { hasReceiptsIn } from '../chats/has-receipts.ts';
import { settingsOf } from '../settings/stored.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import type { BatchState } from '../sync/batch/state.ts';
import { openMessage } from './own-place.ts';
import { changesOfMessage, type StoredMessage } from './presenter.ts';

type Args = MutationArgs<'markListened'>;

/**
 * The actor has listened to somebody's voice message. Told like a seen mark: by those who send receipts, where there are any.
 * Everywhere else it is taken and nothing is stored, so that playing an old message tells of no block, and leaves no refusal.
 */
export const markListened: BatchedCommand<Args> = {
  needs: ({ chatId, messageId }, userId) => ({
    ...{ chats: [chatId], countedChats: [chatId], places: [{ chatId, userId }] },
    ...{ lockedMessages: [messageId], people: [userId] },
  }),
  decide: ({ state, log, actorId, now }, args) => {
    const { chatId, messageId } = args;
    const message = findOpenMessage(state, args, actorId);
    if (message === null) return { id: messageId };
    const isKnown = message.listens.some(({ userId }) => userId === actorId);
    if (message.senderId === actorId || message.deletedAt !== null || isKnown) return { id: messageId };
    if (!message.media.some(({ waveform }) => waveform !== undefined)) return { id: messageId };
    const [chat, actor] = [state.chats.get(chatId), state.people.get(actorId)];
    const isTold = chat && hasReceiptsIn(chat, state.memberCounts.get(chatId) ?? 0);
    if (!isTold || !actor || !settingsOf(actor).sendReadReceipts) return { id: messageId };
    const listens = [...message.listens, { userId: actorId, at: now.toISOString() }];
    log.put(chatScope(chatId), ...changesOfMessage(state.messages.change(message, { listens })));
    return { id: messageId };
  },
};

const findOpenMessage = (state: BatchState, args: Args, actorId: string): StoredMessage | null => {
  try {
    return openMessage(state, args, actorId);
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
};
