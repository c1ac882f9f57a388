import { type MutationArgs, memberId } from '../../protocol/index.ts';
import type { Device, Tab } from './device.ts';
import type { Person } from './world.ts';

/** How a chat is muted: for ever, for a while, or until a moment that may be past when it arrives; or it is heard, or put away. */
const preferences = (
  random: () => number,
  now: number,
): Omit<MutationArgs<'setChatPreferences'>, 'chatId'> => {
  const roll = random();
  if (roll < 0.2) return { isMuted: true };
  if (roll < 0.4) return { isMuted: true, mutedUntil: new Date(now + 60_000 * random()).toISOString() };
  if (roll < 0.7) return { isMuted: false };
  return roll < 0.85 ? { mutesMentions: random() < 0.5 } : { isArchived: random() < 0.5 };
};

/** Something that a member does to a chat, its members or the own place in it; the name of the action, or null when nothing offered itself. */
export const doToChats = (
  device: Device,
  tab: Tab,
  options: {
    people: readonly Person[];
    random: () => number;
    newId: () => string;
    /** Epoch milliseconds. */
    now: number;
    run: (promise: Promise<unknown>) => void;
  },
): string | null => {
  const { people, random, newId, now, run } = options;
  const { stores } = device.disk;
  const { engine } = tab;
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const groups = [...stores.chats.values()].filter((row) => row.type !== 'PRIVATE');
  const chat = pick(groups);
  const any = pick([...stores.chats.values()]);
  const person = pick(people.filter(({ id }) => id !== device.userId));
  const invitation = pick([...stores.invitations.values()].filter((row) => row.userId === device.userId));
  const request = pick([...stores.chats.values()].filter((row) => row.requestedBy !== null));
  const roll = Math.floor(random() * 13);
  if (person === undefined) return null;
  // These offer themselves rarely.
  if (invitation !== undefined && random() < 0.8) {
    const name = random() < 0.5 ? 'joinChat' : 'declineInvitation';
    run(engine.mutate(name, { chatId: invitation.chatId }));
    return name;
  }
  if (request !== undefined && random() < 0.4) {
    run(engine.mutate('answerMessageRequest', { chatId: request.id, isAccepted: random() < 0.5 }));
    return 'answerMessageRequest';
  }
  if (roll === 0) {
    // Only so many, or every run would end in a hundred empty groups.
    if (groups.length > 3) return null;
    const type = random() < 0.5 ? 'GROUP' : 'PUBLIC';
    run(engine.mutate('createChat', { id: newId(), type, name: 'Tropa', users: [person.id] }));
    return 'createChat';
  }
  if (roll === 1 && any !== undefined) {
    run(engine.mutate('setChatPreferences', { chatId: any.id, ...preferences(random, now) }));
    return 'setChatPreferences';
  }
  if (roll === 2 && any !== undefined) {
    run(engine.mutate('clearChat', { chatId: any.id, seq: any.lastSeq }));
    return 'clearChat';
  }
  if (roll === 12 && any !== undefined) {
    // Two devices choose the same rank now and then.
    const rank = pick(['a0', 'a1', 'a0V', 'Zz']) ?? 'a0';
    const wanted = random() < 0.3 ? { rank: null } : { rank, isMove: random() < 0.4 };
    run(engine.mutate('setChatPin', { chatId: any.id, ...wanted }));
    return 'setChatPin';
  }
  if (chat === undefined) return null;
  const chatId = chat.id;
  const role = stores.members.get(memberId(chatId, device.userId))?.role;
  if (roll <= 6) {
    run(engine.mutate('addMember', { chatId, userId: person.id }));
    return 'addMember';
  }
  if (roll === 7) {
    run(engine.mutate('removeMember', { chatId, userId: person.id }));
    return 'removeMember';
  }
  if (roll === 8) {
    const next = pick(['OWNER', 'ADMIN', 'MEMBER'] as const) ?? 'MEMBER';
    run(engine.mutate('setMemberRole', { chatId, userId: person.id, role: next }));
    return 'setMemberRole';
  }
  if (roll === 9) {
    run(engine.mutate('updateChat', { chatId, name: `Tropa ${Math.floor(random() * 99)}` }));
    return 'updateChat';
  }
  if (roll === 10) {
    run(engine.mutate('leaveChat', { chatId, ...(role === 'OWNER' ? { successorId: person.id } : {}) }));
    return 'leaveChat';
  }
  if (role !== 'OWNER' || random() < 0.5) return null;
  run(engine.mutate('deleteChat', { chatId }));
  return 'deleteChat';
};
