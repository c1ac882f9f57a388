import { newId, privateChatId } from '../../protocol/index.ts';
import type { Case } from './story.ts';
import type { Person, World } from './world.ts';

/** A group of Ana's with her friend Ben; Cora is a friend who is not in it, Dan somebody whom Ana does not know. */
export const groupOf = async (world: World, type: 'GROUP' | 'PUBLIC' = 'GROUP') => {
  const { ana, ben } = await world.friends();
  const [cora, dan] = [await world.person('Cora'), await world.person('Dan')];
  await world.befriend(ana, cora);
  const chatId = newId();
  await world.applied(ana, 'createChat', { id: chatId, type, name: 'Tropa', users: [ben.id] });
  return { ana, ben, cora, dan, chatId };
};

/** Pia has written to Olga, whose code she has, and who is no friend. */
export const requestOf = async (world: World) => {
  const [olga, pia] = [await world.person('Olga'), await world.person('Pia')];
  await world.applied(pia, 'requestFriend', { uniqueCode: olga.uniqueCode });
  const chatId = privateChatId(olga.id, pia.id);
  await world.applied(pia, 'sendMessage', { ...world.message(chatId), recipientId: olga.id });
  return { olga, pia, chatId };
};

const inGroup =
  (
    act: (world: World, group: Awaited<ReturnType<typeof groupOf>>) => Promise<unknown>,
    before?: (world: World, group: Awaited<ReturnType<typeof groupOf>>) => Promise<unknown>,
    type?: 'GROUP' | 'PUBLIC',
  ): Case['prepare'] =>
  async (world) => {
    const group = await groupOf(world, type);
    await world.say(group.ben, group.chatId, 'Oy!');
    await before?.(world, group);
    const people: Person[] = [group.ana, group.ben, group.cora, group.dan];
    return { people, act: () => act(world, group) };
  };

const inviteDan = (world: World, { ana, dan, chatId }: Awaited<ReturnType<typeof groupOf>>) =>
  world.applied(ana, 'addMember', { chatId, userId: dan.id, uniqueCode: dan.uniqueCode });

export const chatStories: Case[] = [
  {
    mutation: 'createChat',
    title: 'a group with a friend and somebody asked',
    prepare: async (world) => {
      const { ana, ben } = await world.friends();
      const dan = await world.person('Dan');
      await world.applied(dan, 'requestFriend', { uniqueCode: ana.uniqueCode });
      const args = { id: newId(), type: 'GROUP', name: 'Tropa', users: [ben.id, dan.id] };
      return { people: [ana, ben, dan], act: () => world.applied(ana, 'createChat', args) };
    },
  },
  {
    mutation: 'updateChat',
    title: 'a new name',
    prepare: inGroup((world, { ana, chatId }) => world.applied(ana, 'updateChat', { chatId, name: 'Kanto' })),
  },
  {
    mutation: 'addMember',
    title: 'a friend who is added',
    prepare: inGroup((world, { ana, cora, chatId }) =>
      world.applied(ana, 'addMember', { chatId, userId: cora.id }),
    ),
  },
  { mutation: 'addMember', title: 'somebody who is asked', prepare: inGroup(inviteDan) },
  {
    mutation: 'removeMember',
    title: 'a member who is taken out',
    prepare: inGroup((world, { ana, ben, chatId }) =>
      world.applied(ana, 'removeMember', { chatId, userId: ben.id }),
    ),
  },
  {
    mutation: 'removeMember',
    title: 'an invitation that is taken back',
    prepare: inGroup(
      (world, { ana, dan, chatId }) => world.applied(ana, 'removeMember', { chatId, userId: dan.id }),
      inviteDan,
    ),
  },
  {
    mutation: 'setMemberRole',
    title: 'a chat that is handed over',
    prepare: inGroup((world, { ana, ben, chatId }) =>
      world.applied(ana, 'setMemberRole', { chatId, userId: ben.id, role: 'OWNER' }),
    ),
  },
  {
    mutation: 'joinChat',
    title: 'an invitation that is accepted',
    prepare: inGroup((world, { dan, chatId }) => world.applied(dan, 'joinChat', { chatId }), inviteDan),
  },
  {
    mutation: 'joinChat',
    title: 'a public chat that is joined',
    prepare: inGroup(
      (world, { dan, chatId }) => world.applied(dan, 'joinChat', { chatId }),
      undefined,
      'PUBLIC',
    ),
  },
  {
    mutation: 'sendMessage',
    title: 'a word in a public chat, which joins it',
    prepare: inGroup((world, { dan, chatId }) => world.say(dan, chatId), undefined, 'PUBLIC'),
  },
  {
    mutation: 'declineInvitation',
    title: 'an invitation that is declined',
    prepare: inGroup(
      (world, { dan, chatId }) => world.applied(dan, 'declineInvitation', { chatId }),
      inviteDan,
    ),
  },
  {
    mutation: 'leaveChat',
    title: 'an owner who leaves',
    prepare: inGroup((world, { ana, ben, chatId }) =>
      world.applied(ana, 'leaveChat', { chatId, successorId: ben.id }),
    ),
  },
  {
    mutation: 'setChatPreferences',
    title: 'a muted chat',
    prepare: inGroup((world, { ben, chatId }) =>
      world.applied(ben, 'setChatPreferences', { chatId, isMuted: true }),
    ),
  },
  {
    mutation: 'setChatPreferences',
    title: 'a chat that is muted for an hour, names too',
    prepare: inGroup((world, { ben, chatId }) => {
      const mutedUntil = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
      const wanted = { isMuted: true, mutedUntil, mutesMentions: true };
      return world.applied(ben, 'setChatPreferences', { chatId, ...wanted });
    }),
  },
  {
    mutation: 'setChatPin',
    title: 'a chat on top of the list, out of the archive',
    prepare: inGroup(
      (world, { ben, chatId }) => world.applied(ben, 'setChatPin', { chatId, rank: 'a0' }),
      (world, { ben, chatId }) => world.applied(ben, 'setChatPreferences', { chatId, isArchived: true }),
    ),
  },
  {
    mutation: 'clearChat',
    title: 'a seen mark by clearing',
    prepare: async (world) => {
      const { ana, ben, chatId } = await world.friends();
      return { people: [ana, ben], act: () => world.applied(ana, 'clearChat', { chatId, seq: 1 }) };
    },
  },
  {
    mutation: 'deleteChat',
    title: 'a group that is gone',
    prepare: inGroup((world, { ana, chatId }) => world.applied(ana, 'deleteChat', { chatId }), inviteDan),
  },
  {
    mutation: 'sendMessage',
    title: 'a message request',
    prepare: async (world) => {
      const [olga, pia] = [await world.person('Olga'), await world.person('Pia')];
      await world.applied(pia, 'requestFriend', { uniqueCode: olga.uniqueCode });
      const message = { ...world.message(privateChatId(olga.id, pia.id)), recipientId: olga.id };
      return { people: [olga, pia], act: () => world.applied(pia, 'sendMessage', message) };
    },
  },
  ...[true, false].map(
    (isAccepted): Case => ({
      mutation: 'answerMessageRequest',
      title: `a message request that is ${isAccepted ? 'accepted' : 'declined'}`,
      prepare: async (world) => {
        const { olga, pia, chatId } = await requestOf(world);
        const act = () => world.applied(olga, 'answerMessageRequest', { chatId, isAccepted });
        return { people: [olga, pia], act };
      },
    }),
  ),
];
