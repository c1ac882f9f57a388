import { describe, expect, it } from 'vitest';
import {
  friendshipId,
  hiddenId,
  memberId,
  newId,
  privateChatId,
  savedMessagesId,
  starId,
} from '../../protocol/index.ts';
import { fold } from '../rebase/fold.ts';
import { rowKey } from '../rebase/row-keys.ts';
import { createRows, type Rows } from '../rebase/rows.ts';
import { type OutboxRow, PENDING_ORDER } from '../storage/rows.ts';
import { outboxRow } from '../testing/rows.ts';
import { privateChatKeys } from './private-chat.ts';

const me = newId();
const ben = newId();
const chatId = privateChatId(me, ben);
const at = '2026-11-20T08:00:00.000Z';

const folded = (base: Rows, mutations: OutboxRow[], ownSeqs: number[] = []) =>
  fold(base, mutations, { userId: me, ownSeqs: () => ownSeqs });

const chatKeys = privateChatKeys(chatId, me, ben);
const friendship = (status: 'PENDING' | 'APPROVED', requesterId = ben) => ({
  id: friendshipId(me, ben),
  requesterId,
  requesteeId: requesterId === me ? ben : me,
  status,
  createdAt: at,
  approvedAt: null,
  version: 1,
});

describe('sendMessage', () => {
  const id = newId();
  const first = outboxRow(
    'sendMessage',
    { id, chatId, recipientId: ben, content: 'Tara!', writtenAt: at },
    { seq: 7, touches: [rowKey('messages', id), rowKey('friendships', friendshipId(me, ben)), ...chatKeys] },
  );

  it('[EF1] makes the chat with oneself, with one place in it and nobody to ask', () => {
    const own = savedMessagesId(me);
    const args = { id, chatId: own, recipientId: me, content: 'Gatas', writtenAt: at };
    const touches = [rowKey('messages', id), ...privateChatKeys(own, me, me)];
    expect(new Set(touches).size).toBe(touches.length);
    const shown = folded(createRows(), [outboxRow('sendMessage', args, { seq: 7, touches })]);
    expect(shown.chats.get(own)).toMatchObject({ type: 'PRIVATE', requestedBy: null, version: 0 });
    expect([...shown.members.keys()]).toEqual([memberId(own, me)]);
    expect([...shown.memberships.keys()]).toEqual([memberId(own, me)]);
    expect(shown.messages.get(id)).toMatchObject({ content: 'Gatas', seq: null });
  });

  it('[EF1] shows at once at the end, and makes the chat when it is the first', () => {
    const shown = folded(createRows(), [first]);
    expect(shown.messages.get(id)).toMatchObject({
      content: 'Tara!',
      seq: null,
      order: PENDING_ORDER + 7,
      version: 0,
    });
    expect(shown.chats.get(chatId)).toMatchObject({ type: 'PRIVATE', lastSeq: 0, requestedBy: me });
    expect([...shown.members.keys()]).toEqual([memberId(chatId, me), memberId(chatId, ben)]);
    expect(shown.memberships.get(memberId(chatId, me))).toMatchObject({ seenSeq: 0 });
  });

  it('[EF4] leaves the server’s row as it is', () => {
    const base = folded(createRows(), [first]);
    const message = base.messages.get(id);
    if (!message) throw new Error('no message');
    base.messages.set(id, { ...message, seq: 3, order: 3, version: 1 });
    expect(folded(base, [first])).toEqual(base);
  });
});

describe('what is done to a message', () => {
  const id = newId();
  const fileId = newId();
  const messageKey = rowKey('messages', id);
  const target = { chatId, messageId: id };
  const base = () => {
    const rows = folded(createRows(), [
      outboxRow(
        'sendMessage',
        { id, chatId, content: 'Tara!', images: [fileId], writtenAt: at },
        { seq: 1, touches: [messageKey] },
      ),
    ]);
    const message = rows.messages.get(id);
    if (!message) throw new Error('no message');
    const reactions = [{ userId: ben, emoji: '👍' }];
    rows.messages.set(id, { ...message, seq: 3, order: 3, version: 2, reactions });
    return rows;
  };
  const touches = [messageKey];
  const edit = outboxRow('editMessage', { ...target, content: 'Tara na!' }, { seq: 2, touches });
  const remove = outboxRow('deleteMessage', target, { seq: 3, touches });
  const withdraw = outboxRow('withdrawFile', { ...target, fileId }, { seq: 6, touches });
  const react = (emoji: string | null, seq = 4) =>
    outboxRow('reactToMessage', { ...target, emoji }, { seq, touches });
  const pin = (isPinned: boolean, seq = 7) =>
    outboxRow(
      'pinMessage',
      { ...target, isPinned },
      { seq, touches: [messageKey, rowKey('pinnedMessages', id)] },
    );
  const hiddenKey = hiddenId(me, id);
  const hide = (hidden: boolean) =>
    outboxRow('hideMessage', { ...target, hidden }, { seq: 5, touches: [rowKey('hidden', hiddenKey)] });

  it('[EF6] shows at once: words, a reaction, and nothing at all', () => {
    expect(folded(base(), [edit]).messages.get(id)).toMatchObject({ content: 'Tara na!', editedAt: at });
    const both = [
      { userId: ben, emoji: '👍' },
      { userId: me, emoji: '❤️' },
    ];
    expect(folded(base(), [react('😂'), react('❤️', 5)]).messages.get(id)?.reactions).toEqual(both);
    expect(folded(base(), [react('❤️'), react(null, 5)]).messages.get(id)?.reactions).toEqual([both[0]]);
    expect(folded(base(), [withdraw]).messages.get(id)?.media).toMatchObject([{ state: 'withdrawn' }]);
    const gone = folded(base(), [edit, remove, react('❤️')]).messages.get(id);
    expect(gone).toMatchObject({ content: null, reactions: [], deletedAt: at, seq: 3 });
    expect(folded(base(), [hide(true)]).hidden.get(hiddenKey)).toMatchObject({ messageId: id, version: 0 });
  });

  it('[EF6] shows whom an edit names, also by the same words, and keeps them where it says nothing of it', () => {
    const naming = (userId: string, content = '@Jun Cruz', seq = 2) => {
      const named = { mentions: [userId], mentionNames: { [userId]: 'Jun Cruz' } };
      return outboxRow('editMessage', { ...target, content, ...named }, { seq, touches });
    };
    const shown = (...edits: OutboxRow[]) => folded(base(), edits).messages.get(id);
    expect(shown(naming(ben))).toMatchObject({ mentions: [ben], mentionNames: { [ben]: 'Jun Cruz' } });
    expect(shown(naming(ben), naming(me, '@Jun Cruz', 3))).toMatchObject({
      ...{ mentions: [me], mentionNames: { [me]: 'Jun Cruz' }, content: '@Jun Cruz' },
    });
    expect(shown(naming(ben), { ...edit, seq: 3 })).toMatchObject({ content: 'Tara na!', mentions: [ben] });
    const once = folded(base(), [naming(ben)]);
    expect(folded(once, [naming(ben)])).toEqual(once);
  });

  it('[EF6] takes a preview away with its link, and keeps it where an edit says nothing else of it', () => {
    const url = 'https://news.example/a';
    const preview = { url, title: 'A page', description: null, picture: null };
    const shown = (words: string, wish: { preview?: string | null } = {}) => {
      const rows = base();
      const message = rows.messages.get(id);
      if (!message) throw new Error('no message');
      rows.messages.set(id, { ...message, content: url, preview });
      const row = outboxRow('editMessage', { ...target, content: words, ...wish }, { seq: 2, touches });
      return folded(rows, [row]).messages.get(id);
    };
    // Which words still have the link, the server says of edits that do not.
    expect(shown('Iba')).toMatchObject({ content: 'Iba', preview });
    expect(shown(`Una ${url}`, { preview: url })).toMatchObject({ preview, editedAt: at });
    expect(shown(`Iba https://b.example`, { preview: 'https://b.example' })).not.toHaveProperty('preview');
    const without = shown(url, { preview: null });
    expect(without).not.toHaveProperty('preview');
    expect(without).toMatchObject({ content: url, editedAt: null });
    const rows = base();
    const message = rows.messages.get(id);
    if (!message) throw new Error('no message');
    rows.messages.set(id, { ...message, preview });
    expect(folded(rows, [remove]).messages.get(id)).not.toHaveProperty('preview');
  });

  it('[EF6] shows that I listened to a voice message of somebody else, once, and to nothing else', () => {
    const listen = outboxRow('markListened', target, { seq: 8, touches });
    const heard = (over: object) => {
      const rows = base();
      const message = rows.messages.get(id);
      if (!message) throw new Error('no message');
      const media = message.media.map((one) => ({
        ...one,
        kind: 'file' as const,
        waveform: 'AZ09',
        durationMs: 4,
      }));
      rows.messages.set(id, { ...message, senderId: ben, media, ...over });
      return folded(rows, [listen, { ...listen, seq: 9 }]).messages.get(id)?.listens;
    };
    expect(heard({})).toEqual([{ userId: me, at }]);
    const before = [{ userId: ben, at: '2026-11-20T07:00:00.000Z' }];
    expect(heard({ listens: before })).toEqual([...before, { userId: me, at }]);
    expect(heard({ senderId: me })).toBeUndefined();
    expect(heard({ deletedAt: at })).toBeUndefined();
    expect(heard({ media: [] })).toBeUndefined();
  });

  it('[EF4] changes nothing over its own result', () => {
    for (const mutation of [
      edit,
      remove,
      withdraw,
      react('❤️'),
      hide(true),
      hide(false),
      pin(true),
      pin(false),
    ]) {
      const once = folded(base(), [mutation]);
      expect(folded(once, [mutation])).toEqual(once);
    }
  });

  it('[EF6] shows a pinned message with its words, and none that is deleted', () => {
    const shown = (...rows: OutboxRow[]) => folded(base(), rows).pinnedMessages.get(id) ?? null;
    expect(shown(pin(true))).toMatchObject({
      ...{ id, chatId, pinnedBy: me, pinnedAt: at, version: 0 },
      message: { content: 'Tara!', seq: 3 },
    });
    expect(shown(pin(true))?.message).not.toHaveProperty('order');
    expect(shown(pin(true), pin(false, 8))).toBeNull();
    expect(shown(remove, pin(true))).toBeNull();
    expect(folded(createRows(), [pin(true)]).pinnedMessages.get(id) ?? null).toBeNull();
  });

  it('[EF6] shows a star with the words of its message', () => {
    const key = starId(me, id);
    const star = (isStarred: boolean, seq = 9) =>
      outboxRow(
        'starMessage',
        { ...target, isStarred },
        { seq, touches: [messageKey, rowKey('starredMessages', key)] },
      );
    const shown = (...rows: OutboxRow[]) => folded(base(), rows).starredMessages.get(key) ?? null;
    expect(shown(star(true))).toMatchObject({
      ...{ id: key, userId: me, chatId, messageId: id, starredAt: at, version: 0 },
      message: { content: 'Tara!', seq: 3 },
    });
    expect(shown(star(true), star(false, 10))).toBeNull();
    expect(shown(remove, star(true))).toBeNull();
    const once = folded(base(), [star(true)]);
    expect(folded(once, [star(true)])).toEqual(once);
  });

  it('[EF6] does nothing to a message that this device does not hold', () => {
    for (const mutation of [edit, remove, withdraw, react('❤️')])
      expect(folded(createRows(), [mutation]).messages.get(id) ?? null).toBeNull();
  });
});

describe('markSeen', () => {
  const id = memberId(chatId, me);
  const mark = (seq: number, outboxSeq = 1) =>
    outboxRow('markSeen', { chatId, seq }, { seq: outboxSeq, touches: [rowKey('memberships', id)] });
  const base = () => {
    const rows = createRows();
    rows.memberships.set(id, {
      id,
      chatId,
      userId: me,
      seenSeq: 4,
      ownAfterSeen: 3,
      isMuted: false,
      isArchived: false,
      clearedSeq: 0,
      isDeclined: false,
      version: 1,
    });
    return rows;
  };

  it('[EF2] moves forward and counts my own messages after it', () => {
    const shown = folded(base(), [mark(6)], [5, 8, 9]);
    expect(shown.memberships.get(id)).toMatchObject({ seenSeq: 6, ownAfterSeen: 2 });
  });

  it('[EF2] never moves back', () => {
    expect(folded(base(), [mark(4)], [5])).toEqual(base());
    expect(folded(base(), [mark(9, 1), mark(6, 2)]).memberships.get(id)?.seenSeq).toBe(9);
  });
});

describe('friends', () => {
  const key = friendshipId(me, ben);
  const touches = [rowKey('friendships', key), ...chatKeys];
  const request = outboxRow('requestFriend', { uniqueCode: 'X' }, { seq: 1, touches, otherUserId: ben });
  const accept = outboxRow('acceptFriend', { friendshipId: key }, { seq: 1, touches, otherUserId: ben });
  const reject = outboxRow('rejectFriend', { friendshipId: key }, { seq: 1, touches });
  const withFriendship = (row: ReturnType<typeof friendship>) => {
    const rows = createRows();
    rows.friendships.set(key, row);
    return rows;
  };

  it('[EF3] shows my request when I know the person', () => {
    expect(folded(createRows(), [request]).friendships.get(key)).toMatchObject({
      status: 'PENDING',
      requesterId: me,
    });
    expect(folded(createRows(), [{ ...request, otherUserId: null }])).toEqual(createRows());
  });

  it('[EF3] approves at once when requests cross, with the chat', () => {
    const shown = folded(withFriendship(friendship('PENDING')), [request]);
    expect(shown.friendships.get(key)?.status).toBe('APPROVED');
    expect(shown.chats.has(chatId)).toBe(true);
  });

  it('[EF3] accepts what was asked of me, and nothing else', () => {
    const shown = folded(withFriendship(friendship('PENDING')), [accept]);
    expect(shown.friendships.get(key)?.status).toBe('APPROVED');
    expect(shown.chats.has(chatId)).toBe(true);
    const mine = withFriendship(friendship('PENDING', me));
    expect(folded(mine, [accept])).toEqual(mine);
  });

  it('[EF3] rejects a request, but no friend', () => {
    expect(folded(withFriendship(friendship('PENDING')), [reject]).friendships.get(key)).toBeNull();
    const friends = withFriendship(friendship('APPROVED'));
    expect(folded(friends, [reject])).toEqual(friends);
  });

  it('[EF4] changes nothing over its own result', () => {
    for (const mutation of [request, accept, reject]) {
      const once = folded(withFriendship(friendship('PENDING')), [mutation]);
      if (mutation === request) once.friendships.set(key, friendship('APPROVED'));
      expect(folded(once, [mutation])).toEqual(once);
    }
  });
});

it('[AP2] keeps an effect to the rows it touches', () => {
  const id = newId();
  const stray = outboxRow(
    'sendMessage',
    { id, chatId, content: 'x', writtenAt: at },
    { seq: 1, touches: [] },
  );
  expect(() => folded(createRows(), [stray])).toThrow(`messages:${id}`);
});
