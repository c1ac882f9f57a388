import { and, asc, eq, isNull } from 'drizzle-orm';
import { savedMessagesId } from '../../../protocol/index.ts';
import { chats, messages } from '../../db/schema.ts';
import { closeChat } from '../chats/leave-chat.ts';
import { detachFiles } from '../files/attach-files.ts';
import type { CommandContext } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';

/** More would hold the locks of the first for too long. */
const BATCH = 100;

/**
 * Deletes some of the actor's saved messages, with their files, when the account is deleted. Messages in other chats stay with
 * their readers; saved messages have no other reader. No log entry is written: the account has no devices any more.
 * @returns whether there may be more
 */
export const forgetSavedMessages = async ({ tx, actorId, now }: CommandContext): Promise<boolean> => {
  const found = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.chatId, savedMessagesId(actorId)), isNull(messages.deletedAt)))
    .orderBy(asc(messages.id))
    .limit(BATCH)
    .for('no key update');
  for (const { id } of found) {
    await tx
      .update(messages)
      .set({
        content: null,
        ...{ images: [], files: [], video: null, media: [] },
        ...{ replyToId: null, mentions: [], mentionNames: {}, isForwarded: false },
        ...{ reactions: [], listens: [], previewLink: null, preview: null },
        ...{ pinnedAt: null, pinnedBy: null, deletedAt: now, version: increment(messages.version) },
      })
      .where(eq(messages.id, id));
    await detachFiles(tx, { kind: 'message', targetId: id });
  }
  return found.length === BATCH;
};

/** Closes the chat in which they were, if there is one. */
export const endSavedMessages = async (context: CommandContext): Promise<void> => {
  const [chat] = await context.tx
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.id, savedMessagesId(context.actorId)), isNull(chats.deletedAt)))
    .for('no key update');
  if (chat) await closeChat(context, chat.id, [context.actorId]);
};
