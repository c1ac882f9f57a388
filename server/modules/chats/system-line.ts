import { eq, inArray } from 'drizzle-orm';
import { chatScope, newId, ProtocolError, type SystemEvent } from '../../../protocol/index.ts';
import { chats, messages, users } from '../../db/schema.ts';
import { messageChange } from '../messages/presenter.ts';
import type { CommandContext } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { chatChange, type StoredChat } from './presenter.ts';

type ChatFields = Partial<Pick<typeof chats.$inferInsert, 'name' | 'avatarId'>>;

/**
 * Writes "Ana added Ben" into a chat, with what it changed of the chat itself. A line has no number of its own and counts
 * as unseen for no member. The last thing a command does: it takes the numbers of all scopes logged so far.
 */
export const writeLine = async (
  context: CommandContext,
  chatId: string,
  event: SystemEvent,
  fields: ChatFields = {},
): Promise<StoredChat> => {
  const { tx, log, actorId, now } = context;
  const content = await sayInEnglish(context, event);
  const [moved] = await tx
    .update(chats)
    .set({ ...fields, lastMessageAt: now, version: increment(chats.version) })
    .where(eq(chats.id, chatId))
    .returning();
  if (!moved) throw new ProtocolError('not_found');
  const [line] = await tx
    .insert(messages)
    .values({
      id: newId(),
      chatId,
      kind: 'system',
      afterSeq: moved.lastSeq,
      logSeq: await log.reserve(chatId),
      senderId: actorId,
      content,
      ...{ images: [], files: [], event },
      ...{ writtenAt: now, createdAt: now },
    })
    .returning();
  if (!line) throw new ProtocolError('conflict');
  log.put(chatScope(chatId), chatChange(moved), messageChange(line));
  return moved;
};

/** For clients that know only the specification: the line in English. Ours say it in the reader's language. */
const sayInEnglish = async (
  { tx, actorId }: CommandContext,
  { type, people, name }: SystemEvent,
): Promise<string> => {
  const rows = await tx
    .select({ id: users.id, firstName: users.firstName })
    .from(users)
    .where(inArray(users.id, [actorId, ...people]));
  const names = new Map(rows.map(({ id, firstName }) => [id, firstName]));
  const actor = names.get(actorId) ?? 'Somebody';
  const others = people.map((id) => names.get(id) ?? 'somebody').join(', ');
  const sentences: Record<SystemEvent['type'], string> = {
    created: `${actor} created “${name}”`,
    added: `${actor} added ${others}`,
    joined: `${actor} joined`,
    left: people.length === 0 ? `${actor} left` : `${actor} left, and ${others} took over`,
    removed: `${actor} removed ${others}`,
    renamed: `${actor} changed the name to “${name}”`,
    picture: `${actor} changed the picture`,
    promoted: `${actor} made ${others} an admin`,
    demoted: `${others} is no longer an admin`,
    handedOver: `${actor} handed the chat over to ${others}`,
  };
  return sentences[type];
};
