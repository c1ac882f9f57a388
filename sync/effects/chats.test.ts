import { describe, expect, it } from 'vitest';
import {
  friendshipId,
  type MutationArgs,
  type MutationName,
  memberId,
  newId,
  privateChatId,
} from '../../protocol/index.ts';
import { fold } from '../rebase/fold.ts';
import { createRows, type Rows } from '../rebase/rows.ts';
import type { OutboxRow } from '../storage/rows.ts';
import { createMemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { outboxRow } from '../testing/rows.ts';
import type { Effect } from './effect.ts';
import { effects } from './table.ts';

const [me, ben, dan] = [newId(), newId(), newId()];
const chatId = newId();
const at = '2026-11-20T08:00:00.000Z';

const prepared = async <N extends MutationName>(name: N, args: MutationArgs<N>): Promise<OutboxRow> => {
  const effect: Effect<N> = effects[name];
  const storage = openMemoryStorage(createMemoryDisk());
  const { touches } = await storage.read([...effect.tables], (tx) => effect.prepare(args, tx, me));
  return outboxRow<MutationName>(name, args, { seq: 1, touches });
};
const shown = async <N extends MutationName>(base: Rows, name: N, args: MutationArgs<N>): Promise<Rows> => {
  const once = fold(base, [await prepared(name, args)], { userId: me, ownSeqs: () => [] });
  // EF4: over its own result it changes nothing more.
  expect(fold(once, [await prepared(name, args)], { userId: me, ownSeqs: () => [] })).toEqual(once);
  return once;
};

const withFriend = (): Rows => {
  const rows = createRows();
  const id = friendshipId(me, ben);
  const pair = { id, requesterId: me, requesteeId: ben, status: 'APPROVED' as const };
  rows.friendships.set(id, { ...pair, createdAt: at, approvedAt: at, version: 1 });
  return rows;
};
const group = { id: chatId, type: 'GROUP' as const, name: 'Tropa', uniqueCode: 'X'.repeat(13) };
const inGroup = async (users = [ben]): Promise<Rows> =>
  shown(withFriend(), 'createChat', { ...group, users });

describe('a chat', () => {
  it('[EF10] is there at once with its friends, and asks the others', async () => {
    const rows = await inGroup([ben, dan]);
    expect(rows.chats.get(chatId)).toMatchObject({ name: 'Tropa', uniqueCode: group.uniqueCode, version: 0 });
    expect(rows.members.get(memberId(chatId, me))?.role).toBe('OWNER');
    expect(rows.members.get(memberId(chatId, ben))?.role).toBe('MEMBER');
    expect(rows.members.get(memberId(chatId, dan))).toBeUndefined();
    expect(rows.invitations.get(memberId(chatId, dan))).toMatchObject({ inviterId: me, chatName: 'Tropa' });
    expect(rows.memberships.get(memberId(chatId, me))).toMatchObject({ isMuted: false, seenSeq: 0 });
  });

  it('[EF10] is renamed, handed over, and left', async () => {
    const renamed = await shown(await inGroup(), 'updateChat', { chatId, name: 'Kanto' });
    expect(renamed.chats.get(chatId)?.name).toBe('Kanto');
    const handed = await shown(renamed, 'setMemberRole', { chatId, userId: ben, role: 'OWNER' });
    expect([me, ben].map((id) => handed.members.get(memberId(chatId, id))?.role)).toEqual(['ADMIN', 'OWNER']);
    const left = await shown(handed, 'leaveChat', { chatId });
    expect([left.chats.get(chatId), left.memberships.get(memberId(chatId, me))]).toEqual([null, null]);
    const deleted = await shown(await inGroup(), 'deleteChat', { chatId });
    expect(deleted.chats.get(chatId)).toBeNull();
  });

  it('[EF10] gains and loses members, and takes invitations back', async () => {
    const removed = await shown(await inGroup(), 'removeMember', { chatId, userId: ben });
    expect(removed.members.get(memberId(chatId, ben))).toBeNull();
    const added = await shown(removed, 'addMember', { chatId, userId: ben });
    expect(added.members.get(memberId(chatId, ben))).toMatchObject({ role: 'MEMBER' });
    const asked = await shown(added, 'addMember', { chatId, userId: dan });
    expect(asked.invitations.get(memberId(chatId, dan))).toMatchObject({ inviterId: me });
    const back = await shown(asked, 'removeMember', { chatId, userId: dan });
    expect(back.invitations.get(memberId(chatId, dan))).toBeNull();
  });

  it('[EF10] opens with an invitation, which goes by a yes and by a no', async () => {
    const base = createRows();
    const id = memberId(chatId, me);
    base.invitations.set(id, {
      ...{ id, chatId, userId: me, inviterId: ben, chatType: 'GROUP', chatName: 'Tropa' },
      ...{ chatCode: group.uniqueCode, chatAvatarId: null, createdAt: at, version: 1 },
    });
    const joined = await shown(base, 'joinChat', { chatId });
    expect(joined.chats.get(chatId)).toMatchObject({ name: 'Tropa', type: 'GROUP' });
    expect(joined.invitations.get(id)).toBeNull();
    const declined = await shown(base, 'declineInvitation', { chatId });
    expect([declined.invitations.get(id), declined.chats.get(chatId)]).toEqual([null, undefined]);
    expect((await shown(createRows(), 'joinChat', { chatId })).chats.get(chatId)).toBeUndefined();
  });
});

describe('my place in a chat', () => {
  it('[EF8] is muted, archived and cleared', async () => {
    const id = memberId(chatId, me);
    const muted = await shown(await inGroup(), 'setChatPreferences', { chatId, isMuted: true });
    expect(muted.memberships.get(id)).toMatchObject({ isMuted: true, isArchived: false });
    const cleared = await shown(muted, 'clearChat', { chatId, seq: 4 });
    expect(cleared.memberships.get(id)).toMatchObject({ clearedSeq: 4, seenSeq: 4 });
    expect((await shown(cleared, 'clearChat', { chatId, seq: 2 })).memberships.get(id)?.clearedSeq).toBe(4);
  });

  it('[EF8] is muted until an end, which goes with the mute, and keeps what is not named', async () => {
    const id = memberId(chatId, me);
    const mutedUntil = '2026-03-01T09:00:00.000Z';
    const prefer = async (rows: Rows, wanted: object): Promise<Rows> =>
      shown(rows, 'setChatPreferences', { chatId, ...wanted });
    const hour = await prefer(await inGroup(), { isMuted: true, mutedUntil });
    expect(hour.memberships.get(id)).toMatchObject({ isMuted: true, mutedUntil, mutesMentions: null });
    const silent = await prefer(hour, { mutesMentions: true });
    expect(silent.memberships.get(id)).toMatchObject({ isMuted: true, mutedUntil, mutesMentions: true });
    // As an older client mutes: for ever.
    const ever = await prefer(silent, { isMuted: true });
    expect(ever.memberships.get(id)).toMatchObject({ isMuted: true, mutedUntil: null, mutesMentions: true });
    const heard = await prefer(silent, { isMuted: false, mutesMentions: false });
    expect(heard.memberships.get(id)).toMatchObject({
      isMuted: false,
      mutedUntil: null,
      mutesMentions: null,
    });
  });

  it('[EF8] is pinned, moved and taken down, out of the archive, which ends the pin', async () => {
    const id = memberId(chatId, me);
    const pin = (rows: Rows, rank: string | null, isMove?: true) =>
      shown(rows, 'setChatPin', { chatId, rank, ...(isMove && { isMove }) });
    const place = (rows: Rows) => {
      const row = rows.memberships.get(id);
      return [row?.pinRank, row?.isArchived];
    };
    const rows = await inGroup();
    expect(place(await pin(rows, 'a1', true))).toEqual([null, false]);
    const pinned = await pin(rows, 'a0');
    expect(place(await pin(pinned, 'a1', true))).toEqual(['a1', false]);
    expect(place(await pin(pinned, null))).toEqual([null, false]);
    const archived = await shown(pinned, 'setChatPreferences', { chatId, isArchived: true });
    expect(place(archived)).toEqual([null, true]);
    expect(place(await pin(archived, null))).toEqual([null, true]);
    expect(place(await pin(archived, 'a0'))).toEqual(['a0', false]);
    // A group whose messages are cleared stays in the list.
    expect(place(await shown(pinned, 'clearChat', { chatId, seq: 4 }))).toEqual(['a0', false]);
  });

  it('[EF8] a private chat loses its pin with its last message, not while a newer one stands', async () => {
    const rows = await inGroup();
    const [chat, place] = [rows.chats.get(chatId), rows.memberships.get(memberId(chatId, me))];
    if (!chat || !place) throw new Error('no chat');
    const privateId = privateChatId(me, ben);
    const placeId = memberId(privateId, me);
    rows.chats.set(privateId, { ...chat, id: privateId, type: 'PRIVATE', lastSeq: 5 });
    rows.memberships.set(placeId, { ...place, id: placeId, chatId: privateId, pinRank: 'a0' });
    const cleared = async (seq: number) =>
      (await shown(rows, 'clearChat', { chatId: privateId, seq })).memberships.get(placeId);
    expect(await cleared(4)).toMatchObject({ clearedSeq: 4, pinRank: 'a0' });
    expect(await cleared(5)).toMatchObject({ clearedSeq: 5, pinRank: null });
  });

  it('[EF8] answers a message request, but never one of my own', async () => {
    const request = async (requestedBy: string): Promise<Rows> => {
      const rows = await inGroup();
      const chat = rows.chats.get(chatId);
      if (!chat) throw new Error('no chat');
      rows.chats.set(chatId, { ...chat, type: 'PRIVATE', lastSeq: 3, requestedBy });
      return rows;
    };
    const yes = await shown(await request(ben), 'answerMessageRequest', { chatId, isAccepted: true });
    expect(yes.chats.get(chatId)?.requestedBy).toBeNull();
    const no = await shown(await request(ben), 'answerMessageRequest', { chatId, isAccepted: false });
    expect(no.memberships.get(memberId(chatId, me))).toMatchObject({ isDeclined: true, clearedSeq: 3 });
    const own = await request(me);
    expect(await shown(own, 'answerMessageRequest', { chatId, isAccepted: true })).toEqual(own);
  });
});
