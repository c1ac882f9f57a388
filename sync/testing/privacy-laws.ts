import { privateChatId, type RowOf } from '../../protocol/index.ts';
import type { OutboxRow } from '../storage/rows.ts';
import type { Device } from './device.ts';
import type { Holder } from './laws.ts';
import type { ModelServer } from './model-server.ts';

/** L10: nothing of a private chat that is of two others, and of no other kind under the id of one. */
export const createPrivacyLaw = (people: readonly { id: string }[]): ((device: Holder) => string[]) => {
  const ids = people.map(({ id }) => id);
  const pairs = new Map(ids.flatMap((a) => ids.map((b) => [privateChatId(a, b), [a, b]] as const)));
  return ({ userId, disk: { stores } }) => {
    const isForeign = (chatId: string): boolean => pairs.get(chatId)?.includes(userId) === false;
    const isParty = ({ requesterId, requesteeId }: RowOf<'friendships'>): boolean =>
      requesterId === userId || requesteeId === userId;
    return [
      ...[...stores.chats.values()].filter(
        ({ id, type }) => isForeign(id) || pairs.has(id) !== (type === 'PRIVATE'),
      ),
      ...[...stores.members.values()].filter((row) => isForeign(row.chatId)),
      ...[...stores.memberships.values()].filter((row) => isForeign(row.chatId) || row.userId !== userId),
      ...[...stores.messages.values()].filter((row) => isForeign(row.chatId)),
      ...[...stores.pinnedMessages.values()].filter((row) => isForeign(row.chatId)),
      ...[...stores.friendships.values()].filter((row) => !isParty(row)),
      ...[...stores.starredMessages.values()].filter((row) => isForeign(row.chatId) || row.userId !== userId),
      ...[...stores.settings.values()].filter((row) => row.id !== userId),
      ...[...stores.blocks.values()].filter((row) => !row.id.startsWith(userId)),
    ].map((row) => `L10 ${userId} holds ${row.id}`);
  };
};

/** L10: what was written to somebody stands in the private chat of the two, which has no other members; what was written to oneself, in the chat with oneself. */
export const addresseeFaults = (
  device: Device,
  server: ModelServer,
  rows: readonly OutboxRow[],
): string[] => {
  const { chats, members, messages } = server.state().tables;
  return rows.flatMap((row) => {
    if (row.name !== 'sendMessage' || row.args.recipientId === undefined) return [];
    const { id, recipientId } = row.args;
    const message = messages.get(id);
    if (message === undefined) return [];
    const chatId = privateChatId(device.userId, recipientId);
    const inside = [...members.values()].flatMap((one) => (one.chatId === chatId ? [one.userId] : []));
    const isTheirs = new Set(inside).symmetricDifference(new Set([device.userId, recipientId])).size === 0;
    const isPrivate = message.chatId === chatId && chats.get(chatId)?.type === 'PRIVATE';
    return isTheirs && isPrivate ? [] : [`L10 ${id} did not reach ${recipientId} alone`];
  });
};
