import { expect } from 'vitest';
import { friendshipId, privateChatId } from '../../protocol/index.ts';
import type { openApi } from '../../server/testing/api.ts';
import type { Person, World } from '../../server/testing/world.ts';

/** Mallory claims ids of others. Each claim fails, and what their owner does next works and reaches the right people alone. */
export const SECRET = 'for Ben alone';

/** Ana and Ben, who do not know each other yet, and Mallory, who knows both ids and has a friend. */
export const gatherFor = async ({ world }: Awaited<ReturnType<typeof openApi>>) => {
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  const [mallory, max] = [await world.person('Mallory'), await world.person('Max')];
  await world.befriend(mallory, max);
  return { world, ana, ben, mallory, max, chatId: privateChatId(ana.id, ben.id) };
};
export type Story = Awaited<ReturnType<typeof gatherFor>>;

export const textOf = async (world: World, person: Person): Promise<string> =>
  JSON.stringify((await world.pull(person)).scopes);

/** They become friends and talk: it arrives with the two of them, in their chat, and with no one else. */
export const becomeFriendsAndTalk = async ({
  world,
  ana,
  ben,
  mallory,
  max,
  chatId,
}: Story): Promise<void> => {
  await world.befriend(ana, ben);
  await world.applied(ana, 'sendMessage', { ...world.message(chatId, SECRET), recipientId: ben.id });
  await world.applied(ben, 'sendMessage', { ...world.message(chatId, SECRET), recipientId: ana.id });
  for (const reader of [ana, ben]) {
    const { scopes } = await world.pull(reader);
    const chat = scopes.find(({ scope }) => scope === `chat:${chatId}`)?.changes ?? [];
    expect(chat.filter(({ table }) => table === 'messages')).toHaveLength(2);
    expect(chat.find(({ table }) => table === 'chats')?.row).toMatchObject({ type: 'PRIVATE' });
  }
  for (const outsider of [mallory, max]) {
    const text = await textOf(world, outsider);
    for (const part of [SECRET, chatId, friendshipId(ana.id, ben.id)]) expect(text).not.toContain(part);
  }
};
