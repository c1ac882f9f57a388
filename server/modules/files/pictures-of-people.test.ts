import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../protocol/index.ts';
import { openApi } from '../../testing/api.ts';
import { storedPhoto } from '../../testing/upload.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const statusOf = async (reader: Person, id: string): Promise<number> =>
  (await api.ask(reader, 'GET', `/files/${id}`)).statusCode;

it('a profile picture belongs to the public profile: all see it but whom a block keeps out', async () => {
  const { ana, ben } = await api.world.friends();
  const { id } = await storedPhoto(api, ana);
  const wear = (avatarId: string | null) => api.ask(ana, 'PUT', `/users/${ana.id}`, { body: { avatarId } });
  expect((await wear(newId())).json()).toMatchObject({ code: 'dependency_missing' });
  expect((await wear((await storedPhoto(api, ben)).id)).json()).toMatchObject({
    code: 'impossible',
    errors: [{ field: 'avatarId' }],
  });
  expect((await wear(id)).json().data).toMatchObject({ avatarId: id });
  expect(await statusOf(ben, id)).toBe(200);
  const stranger = await api.world.person('Cora');
  expect(await statusOf(stranger, id)).toBe(200);
  await api.world.block(ana, stranger);
  expect(await statusOf(stranger, id)).toBe(404);
  expect((await wear(null)).json().data).toMatchObject({ avatarId: null });
  expect(await statusOf(ben, id)).toBe(404);
});

it('a group’s picture is set by those who run it, and seen by members and the invited', async () => {
  const { ana, ben } = await api.world.friends();
  const stranger = await api.world.person('Cora');
  const chatId = newId();
  await api.world.applied(ana, 'createChat', {
    id: chatId,
    type: 'GROUP',
    name: 'Palengke',
    users: [ben.id],
  });
  const { id } = await storedPhoto(api, ana);
  const hang = (who: Person) =>
    api.ask(who, 'PATCH', `/chats/${chatId}`, { body: { avatarId: id } }).then((answer) => answer.statusCode);
  expect([await hang(stranger), await hang(ben), await hang(ana)]).toEqual([404, 403, 200]);
  expect([await statusOf(ben, id), await statusOf(stranger, id)]).toEqual([200, 404]);
  const { uniqueCode } = stranger;
  await api.world.applied(ana, 'addMember', { chatId, userId: stranger.id, uniqueCode });
  expect(await statusOf(stranger, id)).toBe(200);
});
