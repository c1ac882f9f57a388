import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createUniqueCode,
  exportResponse,
  fileResponse,
  LIMITS,
  newId,
  newUntimedId,
} from '../../../protocol/index.ts';
import { parseConfig } from '../../config.ts';
import { inTransaction } from '../../db/database.ts';
import {
  exports as dataExports,
  files,
  strangerChats,
  strangerMembers,
  strangerMessages,
  users,
} from '../../db/schema.ts';
import { sweepExports } from '../../jobs/sweep-exports.ts';
import { type FileStorage, MissingBytesError } from '../../storage/file-storage.ts';
import { openFileStorage } from '../../storage/open-storage.ts';
import { openApi } from '../../testing/api.ts';
import { multipartOf } from '../../testing/multipart.ts';
import { mp3Sound } from '../../testing/sounds.ts';
import type { Person } from '../../testing/world.ts';
import { deleteDueAccounts } from '../auth/deletion.ts';
import { oidcIdentities } from '../auth/oidc/table.ts';
import { suspendPerson } from '../moderation/suspend.ts';
import { type ExportServices, writeExportJob } from './exports.ts';
import { keyOf, writeExport } from './write-export.ts';

const WAIT_OPTIONS = { timeout: 20_000, interval: 50 };

let api: Awaited<ReturnType<typeof openApi>>;
let storage: FileStorage;
beforeAll(async () => {
  api = await openApi();
  storage = await openFileStorage(parseConfig({ DATA_DIR: api.dataDir }));
});
afterAll(() => api.close());

const ask = async (person: Person) => {
  const answer = await api.ask(person, 'POST', '/account/export');
  return { status: answer.statusCode, body: answer.json() };
};
const stateOf = async (person: Person) =>
  exportResponse.parse((await api.ask(person, 'GET', '/account/export')).json()).data;
const download = (person: Person | null) => api.ask(person, 'GET', '/account/export/file');
const untilReady = (person: Person) =>
  vi.waitFor(async () => expect((await stateOf(person)).state).toBe('ready'), WAIT_OPTIONS);

const rowOf = async ({ id }: Person) => {
  const [row] = await api.world.db.select().from(dataExports).where(eq(dataExports.userId, id));
  return row;
};
const isStored = async (row: { userId: string; id: string } | undefined): Promise<boolean> => {
  if (!row) throw new Error('There is no export.');
  const bytes = await storage.read(keyOf(row)).catch((error: unknown) => {
    if (error instanceof MissingBytesError) return null;
    throw error;
  });
  bytes?.destroy();
  return bytes !== null;
};

/** Asks, waits and unpacks: the JSON files read, and the names of all. */
const exported = async (person: Person) => {
  expect((await ask(person)).status).toBe(201);
  await untilReady(person);
  const answer = await download(person);
  expect(answer.statusCode).toBe(200);
  const entries = unzipSync(new Uint8Array(answer.rawPayload));
  const json = (name: string) => JSON.parse(strFromU8(entries[name] ?? new Uint8Array()));
  const words = Object.values(entries)
    .map((bytes) => strFromU8(bytes, true))
    .join('\n');
  return { answer, entries, json, words };
};

const uploadPicture = async (person: Person) => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  return upload(person, bytes, 'litrato.jpg');
};
const upload = async (person: Person, bytes: Uint8Array, filename: string) => {
  const form = multipartOf([{ name: 'file', bytes, filename }]);
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/v1/files',
    payload: form.payload,
    headers: { ...form.headers, authorization: `Bearer ${await api.tokenOf(person)}` },
  });
  return fileResponse.parse(answer.json()).data.id;
};

/** An export that was asked for and whose job nobody runs: the tests of the job run it themselves. */
const begun = async (person: Person) => {
  const now = api.world.clock.now();
  const id = newUntimedId();
  const expiresAt = new Date(now.getTime() + LIMITS.exportKeptMs);
  await api.world.db.insert(dataExports).values({ userId: person.id, id, createdAt: now, expiresAt });
  return { userId: person.id, exportId: id };
};
const servicesWith = (with_: Partial<FileStorage> = {}): ExportServices => ({
  ...{ db: api.world.db, clock: api.world.clock, stagingDir: `${api.dataDir}/uploads` },
  jobs: { send: async () => undefined },
  storage: { ...storage, ...with_ },
});
const attempt = (number: number) => ({ attempt: number, signal: new AbortController().signal });

describe('the copy of all my data', () => {
  it('holds what is mine and what I may read, and a mail tells that it is ready', async () => {
    const { world } = api;
    const { ana, ben, chatId } = await world.friends();
    const pinnedId = await world.say(ana, chatId, 'Kumusta, Ben?');
    await world.applied(ben, 'pinMessage', { chatId, messageId: pinnedId, isPinned: true });
    await world.applied(ana, 'starMessage', { chatId, messageId: pinnedId, isStarred: true });
    await world.say(ben, chatId, 'Mabuti!');
    const hidden = await world.say(ben, chatId, 'Binura ko para sa akin');
    await world.applied(ana, 'hideMessage', { chatId, messageId: hidden, hidden: true });
    const [postId, binnedId, commentId] = [newId(), newId(), newId()];
    await world.applied(ana, 'createPost', { id: postId, content: 'Sa tabing-dagat' });
    await world.applied(ana, 'createPost', { id: binnedId, content: 'Nasa basurahan' });
    await world.applied(ana, 'deletePost', { id: binnedId, soft: true });
    await world.applied(ana, 'createComment', { id: commentId, postId, content: 'Ang ganda' });
    await world.applied(ana, 'setLike', { postId, liked: true });
    await world.applied(ana, 'reportThing', {
      ...{ id: newId(), kind: 'person', targetId: ben.id, reason: 'spam', note: 'Paulit-ulit' },
    });
    const pictureId = await uploadPicture(ana);

    const { answer, entries, json } = await exported(ana);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': String(answer.rawPayload.byteLength),
    });
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename\*=UTF-8''tambay-[\d-]+\.zip$/,
    );
    expect(json('profile.json')).toMatchObject({ id: ana.id, email: ana.email, firstName: 'Ana' });
    expect(json('settings.json')).toMatchObject({ birthDate: '1990-05-05' });
    expect(json('sessions.json')).toMatchObject([{ deviceName: 'Test device' }]);
    expect(json('friends.json')).toMatchObject([{ status: 'APPROVED', user: { firstName: 'Ben' } }]);
    expect(json(`chats/${chatId}/chat.json`)).toMatchObject({ id: chatId, type: 'PRIVATE' });
    expect(json('starred.json')).toMatchObject([{ chatId, message: { content: 'Kumusta, Ben?' } }]);
    expect(json(`chats/${chatId}/pinned.json`)).toMatchObject([{ messageId: pinnedId, pinnedBy: ben.id }]);
    const said = json(`chats/${chatId}/messages.json`).map(({ content }: { content: string }) => content);
    expect(said.filter(Boolean)).toEqual(['Kumusta, Ben?', 'Mabuti!']);
    expect(json('posts.json')).toMatchObject([{ id: postId, liked: true }, { id: binnedId }]);
    expect(json('comments.json')).toMatchObject([{ id: commentId, postId, content: 'Ang ganda' }]);
    expect(json('likes.json')).toMatchObject([{ postId }]);
    expect(json('reports.json')).toMatchObject([{ targetId: ben.id, note: 'Paulit-ulit' }]);
    expect(json('media.json')).toMatchObject([{ id: pictureId, path: `media/${pictureId}.webp` }]);
    const bytes = (await api.ask(ana, 'GET', `/files/${pictureId}`)).rawPayload;
    expect(Buffer.from(entries[`media/${pictureId}.webp`] ?? []).equals(bytes)).toBe(true);
    await vi.waitFor(
      () => expect(api.mailbox.mails.filter(({ to }) => to === ana.email)).toHaveLength(1),
      WAIT_OPTIONS,
    );
    expect(api.mailbox.mails.find(({ to }) => to === ana.email)?.text).toContain('/profile/account');
  });

  it('reads on over the end of a page, in order and without a hole', async () => {
    const { world } = api;
    const { ana, ben, chatId } = await world.friends();
    const written = Array.from({ length: LIMITS.perPageMax + 5 }, (_, index) => `Mensahe ${index}`);
    for (const [index, text] of written.entries()) await world.say(index % 2 ? ana : ben, chatId, text);
    const { json } = await exported(ana);
    const rows: { kind: string; content: string }[] = json(`chats/${chatId}/messages.json`);
    expect(rows.filter(({ kind }) => kind === 'user').map(({ content }) => content)).toEqual(written);
  });

  it('says nothing that is private to others: address, birth date, secrets, who is behind an alias', async () => {
    const { world } = api;
    const { ana, ben } = await world.friends();
    const [cora, postId, commentId] = [await world.person('Cora'), newUntimedId(), newUntimedId()];
    await world.applied(cora, 'createPost', { id: postId, content: 'Lihim', anonymous: true });
    await world.applied(cora, 'createComment', { id: commentId, postId, content: 'Ako ito' });
    await world.applied(ana, 'setLike', { postId, liked: true });
    const mine = newId();
    await world.applied(ana, 'createComment', { id: mine, postId, parentId: commentId, content: 'Hala' });
    await world.applied(ana, 'reportThing', { id: newId(), kind: 'post', targetId: postId, reason: 'spam' });
    await world.applied(ben, 'createPost', { id: newId(), content: 'Para sa akin lang', privacy: 'PRIVATE' });
    const token = await api.tokenOf(ana);
    const { json, words } = await exported(ana);
    expect(json('likes.json')).toMatchObject([{ postId }]);
    expect(json('comments.json')).toMatchObject([{ id: mine, postId }]);
    expect(json('reports.json')).toMatchObject([{ targetId: postId }]);
    for (const secret of [cora.id, cora.uniqueCode, cora.firstName, cora.email, 'Lihim', 'Ako ito'])
      expect(words).not.toContain(secret);
    for (const secret of [ben.email, 'Para sa akin lang', token, 'never used', 'Hash'])
      expect(words).not.toContain(secret);
  });

  it('names those who wrote in a chat and have left it, and the accounts elsewhere that open this one', async () => {
    const { world } = api;
    const { ana, ben } = await world.friends();
    const groupId = newId();
    const uniqueCode = createUniqueCode(randomBytes(12));
    await world.applied(ana, 'createChat', {
      ...{ id: groupId, type: 'GROUP', name: 'Barkada', uniqueCode, users: [ben.id] },
    });
    await world.say(ben, groupId, 'Aalis na ako');
    await world.applied(ben, 'leaveChat', { chatId: groupId });
    const identity = { issuer: 'https://barangay.test', subject: 'ana-1' };
    await world.db
      .insert(oidcIdentities)
      .values({ ...identity, userId: ana.id, createdAt: world.clock.now() });
    const { json, entries } = await exported(ana);
    expect(json(`chats/${groupId}/people-who-left.json`)).toMatchObject([{ id: ben.id, firstName: 'Ben' }]);
    expect(JSON.stringify(json(`chats/${groupId}/people-who-left.json`))).not.toContain(ben.email);
    const { members } = json(`chats/${groupId}/chat.json`);
    expect(members.map(({ id }: { id: string }) => id)).toEqual([ana.id]);
    expect(json('sign-in-accounts.json')).toMatchObject([identity]);
    // Nobody has left the chat of the two.
    expect(Object.keys(entries).filter((name) => name.endsWith('people-who-left.json'))).toHaveLength(1);
  });

  it('holds chats with strangers as long as they are there, and of the other no more than an alias', async () => {
    const { world } = api;
    const [ana, ben] = [await world.person('Ana'), await world.person('Bernardo')];
    const [chatId, mine, theirs] = [newUntimedId(), newUntimedId(), newUntimedId()];
    const now = world.clock.now();
    await world.db.insert(strangerChats).values({ id: chatId, createdAt: now });
    await world.db.insert(strangerMembers).values([
      { id: mine, chatId, userId: ana.id, alias: 'Maya', heardAt: now },
      { id: theirs, chatId, userId: ben.id, alias: 'Agila', heardAt: now },
    ]);
    await world.db.insert(strangerMessages).values([
      { ...{ id: newUntimedId(), chatId, seq: 1 }, senderId: theirs, content: 'Kumusta?', createdAt: now },
      { ...{ id: newUntimedId(), chatId, seq: 2 }, senderId: mine, content: 'Mabuti!', createdAt: now },
    ]);
    const { json, words } = await exported(ana);
    expect(json(`strangers/${chatId}/chat.json`)).toMatchObject({
      ...{ id: chatId, me: { alias: 'Maya' }, other: { id: theirs, alias: 'Agila' } },
    });
    expect(json(`strangers/${chatId}/messages.json`)).toMatchObject([
      { senderId: theirs, content: 'Kumusta?' },
      { senderId: mine, content: 'Mabuti!' },
    ]);
    for (const secret of [ben.id, ben.uniqueCode, ben.firstName, ben.email])
      expect(words).not.toContain(secret);
    await world.db.update(strangerChats).set({ endedAt: now, ending: 'end', endedBy: ana.id });
    world.clock.advance(LIMITS.strangerGoneAfterMs);
    const later = await exported(ana);
    expect(later.words).not.toContain('Agila');
  });

  it('is for nobody else', async () => {
    const ana = await api.world.person('Ana');
    const stranger = await api.world.person('Sol');
    await exported(ana);
    expect((await download(null)).statusCode).toBe(401);
    expect((await download(stranger)).statusCode).toBe(404);
    expect((await api.ask(null, 'POST', '/account/export')).statusCode).toBe(401);
    expect((await api.ask(null, 'GET', '/account/export')).statusCode).toBe(401);
    expect(await stateOf(stranger)).toEqual({ state: 'none' });
  });

  it('is for the suspended as well: it is theirs', async () => {
    const ana = await api.world.person('Ana');
    const { clock, db } = api.world;
    const why = { reason: 'spam' as const, reportId: null, days: 7 };
    await inTransaction(db, (tx) => suspendPerson(tx, ana.id, why, clock.now()));
    expect((await api.ask(ana, 'GET', '/settings')).json().code).toBe('suspended');
    const { json } = await exported(ana);
    expect(json('profile.json')).toMatchObject({ id: ana.id });
  });

  it('is made once a day, and is there for seven days', async () => {
    const ana = await api.world.person('Ana');
    const { clock, db } = api.world;
    await exported(ana);
    expect(await ask(ana)).toMatchObject({ status: 409, body: { code: 'export_too_soon' } });
    clock.advance(LIMITS.exportAgainAfterMs);
    const first = await rowOf(ana);
    await exported(ana);
    expect(await isStored(first)).toBe(false);
    clock.advance(LIMITS.exportKeptMs - 1_000);
    expect((await download(ana)).statusCode).toBe(200);
    clock.advance(2_000);
    expect(await stateOf(ana)).toEqual({ state: 'none' });
    expect((await download(ana)).statusCode).toBe(404);
    const last = await rowOf(ana);
    expect(await isStored(last)).toBe(true);
    await sweepExports({ db, storage }, clock.now());
    expect(await isStored(last)).toBe(false);
    expect(await rowOf(ana)).toBeUndefined();
  });
});

describe('the job', () => {
  it('begins anew after a failure', async () => {
    const ana = await api.world.person('Ana');
    const data = await begun(ana);
    const broken = servicesWith({ putFile: () => Promise.reject(new Error('The bucket is away.')) });
    await expect(writeExport(broken, data, attempt(0))).rejects.toThrow('The bucket is away.');
    expect((await stateOf(ana)).state).toBe('preparing');
    await writeExport(servicesWith(), data, attempt(1));
    expect((await stateOf(ana)).state).toBe('ready');
    // Run once more, because a process may die before it says that it is done.
    await writeExport(broken, data, attempt(2));
    expect((await download(ana)).statusCode).toBe(200);
  });

  it('that fails for the last time says so, and another copy may be asked for at once', async () => {
    const ana = await api.world.person('Ana');
    const data = await begun(ana);
    const broken = servicesWith({ putFile: () => Promise.reject(new Error('The bucket is away.')) });
    await expect(writeExport(broken, data, attempt(writeExportJob.retries))).rejects.toThrow();
    expect((await stateOf(ana)).state).toBe('failed');
    await exported(ana);
  });

  it('leaves nothing behind of an account that went meanwhile', async () => {
    const { world } = api;
    const ana = await world.person('Ana');
    const data = await begun(ana);
    const goAway = async () => {
      await world.db.update(users).set({ deletionAt: world.clock.now() }).where(eq(users.id, ana.id));
      await deleteDueAccounts({
        ...{ db: world.db, clock: world.clock, publish: () => undefined },
        ...{ jobs: { send: async () => undefined }, receipts: world.services.receipts },
        takeFromBucket: world.services.takeFromBucket,
      });
    };
    const services = servicesWith({
      putFile: async (key, path, mime) => {
        await storage.putFile(key, path, mime);
        await goAway();
      },
    });
    await writeExport(services, data, attempt(0));
    expect(await isStored({ userId: ana.id, id: data.exportId })).toBe(false);
    await sweepExports({ db: world.db, storage }, world.clock.now());
    expect(await rowOf(ana)).toBeUndefined();
  });

  it('holds voice messages with their length and waveform, as a file that a player opens', async () => {
    const { ana, chatId } = await api.world.friends();
    const id = await upload(ana, mp3Sound(100), 'boses');
    const waveform = 'AZ09az+/'.repeat(8);
    const sound = { id, durationMs: 2_612, waveform };
    await api.world.applied(ana, 'sendMessage', {
      ...{ id: newId(), chatId, writtenAt: new Date().toISOString(), files: [id] },
      voices: { [id]: { durationMs: 9_000, waveform } },
    });
    const { json, entries } = await exported(ana);
    const path = `media/${id}.mp3`;
    expect(json('media.json')).toMatchObject([{ ...sound, name: 'boses', mime: 'audio/mpeg', path }]);
    expect(json(`chats/${chatId}/messages.json`).at(-1).media).toMatchObject([sound]);
    expect(entries[path]?.byteLength).toBeGreaterThan(40_000);
  });

  it('gives the rest when the bytes of one picture are lost', async () => {
    const ana = await api.world.person('Ana');
    const pictureId = await uploadPicture(ana);
    const [file] = await api.world.db.select().from(files).where(eq(files.id, pictureId));
    if (!file?.storageKey) throw new Error('The picture was not stored.');
    await storage.remove(file.storageKey);
    const { json, entries } = await exported(ana);
    expect(json('media.json')).toMatchObject([{ id: pictureId, path: null }]);
    expect(Object.keys(entries).filter((name) => name.startsWith('media/'))).toEqual([]);
  });
});
