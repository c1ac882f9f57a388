import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  LIMITS,
  type Media,
  messageResponse,
  newId,
  newUntimedId,
  privateChatId,
} from '../../../protocol/index.ts';
import { parseConfig } from '../../config.ts';
import { files, messages } from '../../db/schema.ts';
import { sweepFiles } from '../../jobs/sweep-files.ts';
import type { FileStorage } from '../../storage/file-storage.ts';
import { openFileStorage } from '../../storage/open-storage.ts';
import { openApi } from '../../testing/api.ts';
import { postFile, storedPhoto } from '../../testing/upload.ts';
import type { Person } from '../../testing/world.ts';
import { endCopies } from './end-copies.ts';

let api: Awaited<ReturnType<typeof openApi>>;
let storage: FileStorage;
const removed: string[] = [];
beforeAll(async () => {
  api = await openApi();
  const opened = await openFileStorage(parseConfig({ DATA_DIR: api.dataDir }));
  storage = {
    ...opened,
    remove: async (folder) => {
      removed.push(folder);
      await opened.remove(folder);
    },
  };
});
afterAll(() => api.close());

/** Ana and Ben, Ben and Cora, Cora and Dan are friends. */
const chain = async () => {
  const { ana, ben, chatId } = await api.world.friends();
  const [cora, dan] = [await api.world.person('Cora'), await api.world.person('Dan')];
  await api.world.befriend(ben, cora);
  await api.world.befriend(cora, dan);
  return { ana, ben, cora, dan, chatId };
};
const send = async (from: Person, to: Person, named: object) => {
  const body = { id: newId(), content: 'Tingnan mo', ...named };
  const answer = await api.ask(from, 'POST', `/chats/${privateChatId(from.id, to.id)}/messages`, { body });
  return { status: answer.statusCode, code: answer.json().code, json: answer.json() };
};
const sent = async (from: Person, to: Person, named: object) => {
  const { json } = await send(from, to, named);
  const { id, media } = messageResponse.parse(json).data;
  return { id, media, fileId: media[0]?.id ?? '' };
};
const statusOf = async (reader: Person, id: string): Promise<number> =>
  (await api.ask(reader, 'GET', `/files/${id}`)).statusCode;
const mediaOf = async (reader: Person, other: Person): Promise<Media[]> =>
  (await api.ask(reader, 'GET', `/chats/${privateChatId(reader.id, other.id)}/messages`)).json().data[0]
    .media;
const rowOf = async (id: string) => {
  const [row] = await api.world.db.select().from(files).where(eq(files.id, id));
  return row;
};
const deleteForAll = (who: Person, chatId: string, messageId: string) =>
  api.world.applied(who, 'deleteMessage', { chatId, messageId });
const end = (messageId: string) => {
  const { db, clock } = api.world;
  const publish = api.world.services.publish;
  return endCopies({ db, clock, publish, storage }, messageId);
};
const sweep = () =>
  sweepFiles(
    { db: api.world.db, storage, stagingDir: `${api.dataDir}/uploads` },
    new Date(api.world.clock.now().getTime() + LIMITS.orphanFileMs + 1),
  );

it('a forwarded file is a copy of the forwarder’s, and its words travel with it', async () => {
  const { ana, ben, cora, dan } = await chain();
  const { id } = await storedPhoto(api, ana);
  await sent(ana, ben, { images: [id], alts: { [id]: 'Ang dagat' } });
  const onward = await sent(ben, cora, { images: [id], alts: { [id]: 'Ang dagat' }, isForwarded: true });
  expect(onward.media).toMatchObject([{ state: 'ready', width: 60, height: 40, alt: 'Ang dagat' }]);
  expect(onward.fileId).not.toBe(id);
  expect(await rowOf(onward.fileId)).toMatchObject({ ownerId: ben.id });
  expect([await statusOf(cora, onward.fileId), await statusOf(dan, onward.fileId)]).toEqual([200, 404]);
  expect([await statusOf(cora, id), await statusOf(ana, onward.fileId)]).toEqual([404, 404]);
});

it('a copy, and a copy of a copy, end with the first message: for readers, on the screens, and in the quota', async () => {
  const { ana, ben, cora, dan, chatId } = await chain();
  const { id } = await storedPhoto(api, ana);
  const first = await sent(ana, ben, { images: [id] });
  const second = await sent(ben, cora, { images: [id], isForwarded: true });
  const third = await sent(cora, dan, { images: [second.fileId], isForwarded: true });
  expect(await statusOf(dan, third.fileId)).toBe(200);
  await deleteForAll(ana, chatId, first.id);
  for (const [reader, fileId] of [
    [ben, second.fileId],
    [cora, second.fileId],
    [cora, third.fileId],
    [dan, third.fileId],
  ] as const)
    expect(await statusOf(reader, fileId)).toBe(404);
  expect((await send(dan, cora, { images: [third.fileId], isForwarded: true })).code).toBe('impossible');
  expect(api.world.sentJobs).toContainEqual(
    expect.objectContaining({ name: 'end-copies', data: { messageId: first.id } }),
  );
  const before = api.world.commits.length;
  await end(first.id);
  expect(await mediaOf(cora, ben)).toMatchObject([{ id: second.fileId, state: 'withdrawn', blurhash: null }]);
  expect(await mediaOf(dan, cora)).toMatchObject([{ id: third.fileId, state: 'withdrawn', size: null }]);
  const told = api.world.commits.slice(before).flatMap(({ entries }) => entries.map(({ scope }) => scope));
  expect(new Set(told)).toEqual(
    new Set([`chat:${privateChatId(ben.id, cora.id)}`, `chat:${privateChatId(cora.id, dan.id)}`]),
  );
  expect(await rowOf(third.fileId)).toMatchObject({ storageKey: null, size: null });
  expect((await postFile(api, cora, 'Kumusta', { id: third.fileId })).json().code).toBe('id_taken');
  await end(first.id);
  expect(api.world.commits).toHaveLength(before + 1);
});

it('a copy outlives every other message with its original, and the forwarder’s end is not the end for others', async () => {
  const { ana, ben, cora, dan, chatId } = await chain();
  const { id } = await storedPhoto(api, ana);
  await sent(ana, ben, { images: [id] });
  const again = await sent(ana, ben, { images: [id] });
  const second = await sent(ben, cora, { images: [id], isForwarded: true });
  const third = await sent(cora, dan, { images: [second.fileId], isForwarded: true });
  await deleteForAll(ana, chatId, again.id);
  expect(await statusOf(cora, second.fileId)).toBe(200);
  await deleteForAll(ben, privateChatId(ben.id, cora.id), second.id);
  expect([await statusOf(cora, second.fileId), await statusOf(dan, third.fileId)]).toEqual([404, 200]);
});

it('shared bytes stay until the last row that names them is gone', async () => {
  const { ana, ben, cora, chatId } = await chain();
  const { id } = await storedPhoto(api, ana);
  const first = await sent(ana, ben, { images: [id] });
  const kept = await sent(ben, cora, { images: [id], isForwarded: true });
  const given = await sent(ben, ana, { images: [id], isForwarded: true });
  const key = (await rowOf(id))?.storageKey ?? '';
  expect((await rowOf(kept.fileId))?.storageKey).toBe(key);
  await deleteForAll(ben, chatId, given.id);
  await sweep();
  expect([await rowOf(given.fileId), removed.includes(key)]).toEqual([undefined, false]);
  expect([await statusOf(ben, id), await statusOf(cora, kept.fileId)]).toEqual([200, 200]);
  await deleteForAll(ana, chatId, first.id);
  await sweep();
  expect([await rowOf(id), removed.includes(key)]).toEqual([undefined, false]);
  await end(first.id);
  expect(removed).toContain(key);
});

it('a copy counts in the forwarder’s quota, and a full one refuses it for good', async () => {
  const { ana, ben, cora } = await chain();
  const { id } = await storedPhoto(api, ana);
  await sent(ana, ben, { images: [id] });
  const own = await storedPhoto(api, ben);
  const size = LIMITS.fileBytesPerUserMax - 10;
  await api.world.db.update(files).set({ size }).where(eq(files.id, own.id));
  const refused = await send(ben, cora, { images: [id], isForwarded: true });
  expect([refused.status, refused.code]).toEqual([422, 'quota_full']);
  await api.world.db.update(files).set({ size: 10 }).where(eq(files.id, own.id));
  expect((await send(ben, cora, { images: [id], isForwarded: true })).status).toBe(201);
});

it('the client may choose the ids of copies; the same message twice makes one copy', async () => {
  const { ana, ben, cora } = await chain();
  const { id } = await storedPhoto(api, ana);
  await sent(ana, ben, { images: [id] });
  const [messageId, copyId] = [newId(), newUntimedId()];
  const forward = { id: messageId, images: [copyId], copies: { [copyId]: id }, isForwarded: true };
  expect((await sent(ben, cora, forward)).media).toMatchObject([{ id: copyId, state: 'ready' }]);
  expect((await sent(ben, cora, forward)).fileId).toBe(copyId);
  const copied = and(eq(files.ownerId, ben.id), eq(files.state, 'ready'));
  expect(await api.world.db.select().from(files).where(copied)).toHaveLength(1);
  const other = { ...forward, id: newId() };
  expect((await send(ben, cora, other)).code).toBe('id_taken');
  const unread = (await storedPhoto(api, await api.world.person('Xavier'))).id;
  const foreign = newUntimedId();
  const stolen = { images: [foreign], copies: { [foreign]: unread }, isForwarded: true };
  expect((await send(ben, cora, stolen)).code).toBe('impossible');
});

it('a forward is possible only while its sender may read the original', async () => {
  const { ana, ben, cora } = await chain();
  const { id } = await storedPhoto(api, ana);
  await sent(ana, ben, { images: [id] });
  await api.world.block(ana, ben);
  expect((await send(ben, cora, { images: [id], isForwarded: true })).code).toBe('impossible');
});

it('a video is copied with its still, and another’s still hangs before no video', async () => {
  const { ana, ben, cora } = await chain();
  const videoId = (await storedPhoto(api, ana)).id;
  // What a film is judged by is tested elsewhere: here a row stands for one.
  await api.world.db.update(files).set({ kind: 'video', mime: 'video/mp4' }).where(eq(files.id, videoId));
  const still = await storedPhoto(api, ana, undefined, { posterOf: videoId });
  const first = await sent(ana, ben, { video: videoId });
  expect(first.media[0]?.posterId).toBe(still.id);
  const onward = await sent(ben, cora, { video: videoId, isForwarded: true });
  const posterId = onward.media[0]?.posterId ?? '';
  expect(posterId).not.toBe(still.id);
  expect(await rowOf(posterId)).toMatchObject({ ownerId: ben.id, posterOf: onward.fileId });
  expect(await statusOf(cora, posterId)).toBe(200);
  const foreign = await storedPhoto(api, cora, undefined, { posterOf: onward.fileId });
  expect(await rowOf(foreign.id)).toMatchObject({ posterOf: null });
  const [message] = await api.world.db.select().from(messages).where(eq(messages.id, onward.id));
  expect(message).toMatchObject({ version: 1 });
});
