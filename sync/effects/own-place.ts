import { isChosenId, memberId } from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { RowKey } from '../storage/rows.ts';
import type { ReadTransaction } from '../storage/storage.ts';
import type { Effect } from './effect.ts';

/**
 * Not a row: what pins a chat and what takes a pinned one out of the list name this key as well, so that they reach the
 * server in their order (SPEC PU7). The server counts pins over all chats.
 */
const PINS: RowKey = rowKey('memberships', 'pins');

/** The own place in a chat, and `PINS` when what is done to it may free a pin. */
export const touchPlace = async (chatId: string, tx: ReadTransaction, userId: string): Promise<RowKey[]> => {
  const id = memberId(chatId, userId);
  const place = await tx.get('memberships', id);
  return [rowKey('memberships', id), ...(place?.pinRank ? [PINS] : [])];
};

export const setChatPreferences: Effect<'setChatPreferences'> = {
  tables: ['memberships'],
  async prepare({ chatId }, tx, userId) {
    return { chatId, touches: await touchPlace(chatId, tx, userId) };
  },
  run(draft, { args }, { userId }) {
    const place = draft.get('memberships', memberId(args.chatId, userId));
    if (place === null) return;
    const wanted = {
      ...(args.isMuted === undefined
        ? { isMuted: place.isMuted, mutedUntil: place.mutedUntil ?? null }
        : { isMuted: args.isMuted, mutedUntil: (args.isMuted && args.mutedUntil) || null }),
      mutesMentions: (args.mutesMentions ?? place.mutesMentions) || null,
      isArchived: args.isArchived ?? place.isArchived,
      pinRank: args.isArchived ? null : (place.pinRank ?? null),
    };
    const isChanged =
      wanted.isMuted !== place.isMuted ||
      wanted.mutedUntil !== (place.mutedUntil ?? null) ||
      wanted.mutesMentions !== (place.mutesMentions ?? null) ||
      wanted.isArchived !== place.isArchived ||
      wanted.pinRank !== (place.pinRank ?? null);
    if (isChanged) draft.put('memberships', { ...place, ...wanted });
  },
  coalesce(earlier, later) {
    if (earlier.chatId !== later.chatId) return null;
    if (later.isMuted === undefined) return { ...earlier, ...later };
    // The end of the earlier mute is not that of the later one, which may have none.
    const { mutedUntil: _, ...rest } = earlier;
    return { ...rest, ...later };
  },
};

export const setChatPin: Effect<'setChatPin'> = {
  tables: ['memberships'],
  async prepare({ chatId }, _tx, userId) {
    return { chatId, touches: [rowKey('memberships', memberId(chatId, userId)), PINS] };
  },
  run(draft, { args: { chatId, rank, isMove = false } }, { userId }) {
    const place = draft.get('memberships', memberId(chatId, userId));
    if (place === null) return;
    const before = place.pinRank ?? null;
    const isArchived = rank === null && place.isArchived;
    if (isMove && before === null) return;
    if (rank !== before || isArchived !== place.isArchived)
      draft.put('memberships', { ...place, pinRank: rank, isArchived });
  },
  coalesce(earlier, later) {
    if (earlier.chatId !== later.chatId) return null;
    if (later.isMove !== true) return later;
    return earlier.rank === null ? earlier : { ...earlier, rank: later.rank };
  },
};

export const clearChat: Effect<'clearChat'> = {
  tables: ['chats', 'memberships', 'messages'],
  async prepare({ chatId }, tx, userId) {
    const touches = await touchPlace(chatId, tx, userId);
    return { chatId, touches: isChosenId(chatId) ? touches : [...touches, rowKey('chats', chatId)] };
  },
  run(draft, { args, writtenAt, touches }, { userId, ownSeqs }) {
    const place = draft.get('memberships', memberId(args.chatId, userId));
    if (place === null || args.seq <= place.clearedSeq) return;
    const isAhead = args.seq > place.seenSeq;
    // A private chat goes out of sight with its last message. What an earlier version wrote does not reach for the chat.
    const isPrivate = touches.includes(rowKey('chats', args.chatId));
    const chat = isPrivate ? draft.get('chats', args.chatId) : null;
    const isGone = chat !== null && args.seq >= chat.lastSeq;
    draft.put('memberships', {
      ...place,
      ...(isGone ? { pinRank: null } : {}),
      clearedSeq: args.seq,
      clearedAt: writtenAt,
      seenSeq: isAhead ? args.seq : place.seenSeq,
      ownAfterSeen: isAhead
        ? ownSeqs(args.chatId).filter((seq) => seq > args.seq).length
        : place.ownAfterSeen,
    });
  },
  ownMessagesNeed: ({ chatId, seq }) => ({ chatId, afterSeq: seq }),
};

export const answerMessageRequest: Effect<'answerMessageRequest'> = {
  tables: ['chats', 'memberships'],
  async prepare({ chatId }, tx, userId) {
    return { chatId, touches: [rowKey('chats', chatId), ...(await touchPlace(chatId, tx, userId))] };
  },
  run(draft, { args, writtenAt }, { userId }) {
    const chat = draft.get('chats', args.chatId);
    const place = draft.get('memberships', memberId(args.chatId, userId));
    if (chat === null || place === null || chat.requestedBy === null || chat.requestedBy === userId) return;
    if (args.isAccepted) {
      draft.put('chats', { ...chat, requestedBy: null });
      if (place.isDeclined) draft.put('memberships', { ...place, isDeclined: false });
      return;
    }
    const seq = Math.max(place.clearedSeq, chat.lastSeq);
    const seenSeq = Math.max(place.seenSeq, seq);
    const ownAfterSeen = seenSeq > place.seenSeq ? 0 : place.ownAfterSeen;
    if (place.isDeclined && place.clearedSeq === seq) return;
    const cleared = { clearedSeq: seq, clearedAt: writtenAt };
    draft.put('memberships', {
      ...{ ...place, ...cleared, isDeclined: true, pinRank: null },
      ...{ seenSeq, ownAfterSeen },
    });
  },
};
