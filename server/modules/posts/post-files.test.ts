import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, newUntimedId } from '../../../protocol/index.ts';
import { openApi } from '../../testing/api.ts';
import { storedPhoto } from '../../testing/upload.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const post = async (person: Person, body: object) => {
  const answer = await api.ask(person, 'POST', '/posts', { body: { content: 'Tingnan', ...body } });
  return { status: answer.statusCode, body: answer.json() };
};
const statusOf = async (reader: Person, id: string): Promise<number> =>
  (await api.ask(reader, 'GET', `/files/${id}`)).statusCode;
const people = async () => ({ ana: await api.world.person('Ana'), ben: await api.world.person('Ben') });

describe('pictures of a post', () => {
  it('come with their size, their blur and their words, in the order in which they were chosen', async () => {
    const { ana, ben } = await people();
    const [a, b] = [await storedPhoto(api, ana), await storedPhoto(api, ana)];
    const { status, body } = await post(ana, { images: [b.id, a.id], alts: { [a.id]: 'Isang aso' } });
    expect(status).toBe(201);
    const read = (await api.ask(ben, 'GET', `/posts/${body.data.id}`)).json().data;
    expect(read.media).toMatchObject([
      { id: b.id, state: 'ready', kind: 'image', width: 60, height: 40, name: null },
      { id: a.id, alt: 'Isang aso' },
    ]);
    expect(read.media[0]).not.toHaveProperty('alt');
  });

  it('are readable by all who may read the post: not while it is private, in the bin or gone', async () => {
    const { ana, ben } = await people();
    const { id } = await storedPhoto(api, ana);
    expect(await statusOf(ben, id)).toBe(404);
    const { data } = (await post(ana, { images: [id] })).body;
    expect(await statusOf(ben, id)).toBe(200);
    const edit = (body: object) => api.ask(ana, 'PUT', `/posts/${data.id}`, { body });
    await edit({ content: 'Akin lang', privacy: 'PRIVATE' });
    expect([await statusOf(ben, id), await statusOf(ana, id)]).toEqual([404, 200]);
    await edit({ content: 'Sa lahat', privacy: 'PUBLIC' });
    await api.ask(ana, 'DELETE', `/posts/${data.id}?soft=true`);
    expect(await statusOf(ben, id)).toBe(404);
    await api.ask(ana, 'POST', `/posts/${data.id}/restore`);
    expect(await statusOf(ben, id)).toBe(200);
    await edit({ content: 'Wala nang larawan', images: [] });
    expect(await statusOf(ben, id)).toBe(404);
    await edit({ content: 'Meron ulit', images: [id] });
    await api.ask(ana, 'DELETE', `/posts/${data.id}`);
    expect(await statusOf(ben, id)).toBe(404);
  });

  it('of an edit that was begun over others are refused, unless they are what is there', async () => {
    const { ana } = await people();
    const [a, b, c] = [await storedPhoto(api, ana), await storedPhoto(api, ana), await storedPhoto(api, ana)];
    const { data } = (await post(ana, { images: [a.id] })).body;
    const edit = (images: string[], expectedMedia: string[], content = 'Kumusta') =>
      api.world.verdict(ana, 'updatePost', { id: data.id, content, images, expectedMedia });
    expect(await edit([a.id, b.id], [a.id])).toBe('applied');
    expect(await edit([a.id, c.id], [a.id])).toBe('conflict');
    expect(await edit([a.id, b.id], [a.id], 'Sabay')).toBe('applied');
    expect(await edit([c.id], [a.id, b.id])).toBe('applied');
  });

  it('that are not there yet, that are another’s, too many or of two kinds are refused', async () => {
    const { ana, ben } = await people();
    const { id } = await storedPhoto(api, ben);
    expect((await post(ana, { images: [newId()] })).body.code).toBe('dependency_missing');
    expect((await post(ana, { images: [id] })).body.code).toBe('impossible');
    expect((await post(ben, { images: [id], video: newId() })).status).toBe(400);
    expect((await post(ben, { images: Array.from({ length: 11 }, () => newId()) })).status).toBe(400);
    expect((await post(ben, { video: id })).body.code).toBe('impossible');
  });
});

describe('pictures of an anonymous post', () => {
  it('are read across blocks, like its words, and say nothing of whose they are', async () => {
    const { ana, ben } = await people();
    const { id } = await storedPhoto(api, ana, newUntimedId());
    const { data } = (await post(ana, { images: [id], anonymous: true })).body;
    await api.world.block(ana, ben);
    const got = await api.ask(ben, 'GET', `/files/${id}`);
    expect(got.statusCode).toBe(200);
    const said = `${JSON.stringify(got.headers)} ${got.rawPayload.toString('latin1')} ${
      (await api.ask(ben, 'GET', `/posts/${data.id}`)).body
    }`;
    for (const trace of [ana.id, ana.uniqueCode, 'Telepono', 'litrato']) expect(said).not.toContain(trace);
  });

  it('have ids that tell no time, and stand nowhere else', async () => {
    const { ana, ben } = await people();
    const anonymous = true;
    const timed = await storedPhoto(api, ana, newId());
    expect((await post(ana, { images: [timed.id], anonymous })).body.code).toBe('impossible');
    // Without an id of its own, as a client sends it that knows only the specification.
    const plain = await storedPhoto(api, ana);
    await post(ana, { images: [plain.id] });
    expect((await post(ana, { images: [plain.id], anonymous })).body.code).toBe('impossible');
    const secret = await storedPhoto(api, ana);
    const { data } = (await post(ana, { images: [secret.id], anonymous })).body;
    expect((await post(ana, { images: [secret.id] })).body.code).toBe('impossible');
    // Readers do not post it, and its author may go on editing.
    expect((await post(ben, { images: [secret.id] })).body.code).toBe('impossible');
    const edited = await api.ask(ana, 'PUT', `/posts/${data.id}`, { body: { content: 'Iba na' } });
    expect(edited.statusCode).toBe(200);
  });
});
