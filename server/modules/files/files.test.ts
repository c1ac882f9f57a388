import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileResponse, LIMITS, messageResponse, newId, privateChatId } from '../../../protocol/index.ts';
import { parseConfig } from '../../config.ts';
import { files } from '../../db/schema.ts';
import { sweepFiles } from '../../jobs/sweep-files.ts';
import { openFileStorage } from '../../storage/open-storage.ts';
import { openApi } from '../../testing/api.ts';
import { multipartOf } from '../../testing/multipart.ts';
import type { Person } from '../../testing/world.ts';
import { DISK_FLOOR_BYTES } from './disk-floor.ts';
import { listStaged } from './staging.ts';

let api: Awaited<ReturnType<typeof openApi>>;
/** What the disk of uploads has left. */
let freeBytes = Number.POSITIVE_INFINITY;
beforeAll(async () => {
  api = await openApi({ freeBytes: async () => freeBytes });
});
afterAll(() => api.close());

const film = (name: string): URL => new URL(`../../testing/films/${name}`, import.meta.url);

const picture = (width = 1_200, height = 800, background = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Telepono' }, IFD3: { GPSLatitude: '14/1 35/1 0/1' } })
    .toBuffer();

/** A PNG that says behind its header that it has two frames. */
const movingPng = async (): Promise<Buffer> => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const control = Buffer.alloc(20);
  control.writeUInt32BE(8);
  control.write('acTL', 4, 'latin1');
  control.writeUInt32BE(2, 8);
  control.writeUInt32BE(crc32(control.subarray(4, 16)), 16);
  return Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
};

/** More moving pixels than are drawn. */
const longGif = async (): Promise<Buffer> => {
  const frames = ['red', 'blue'].map((background) =>
    sharp({ create: { width: 2_000, height: 1_300, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  const pair = await Promise.all(frames);
  return sharp(Array.from({ length: 10 }, () => pair).flat(), { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer();
};

const upload = async (
  person: Person,
  bytes: Uint8Array | string,
  { id, filename = 'litrato.jpg', field = 'file' }: { id?: string; filename?: string; field?: string } = {},
) => {
  const form = multipartOf([
    ...(id === undefined ? [] : [{ name: 'id', bytes: id }]),
    { name: field, bytes, filename },
  ]);
  return api.app.inject({
    method: 'POST',
    url: '/api/v1/files',
    payload: form.payload,
    headers: { ...form.headers, authorization: `Bearer ${await api.tokenOf(person)}` },
  });
};
const uploaded = async (person: Person, bytes: Uint8Array, id?: string) => {
  const answer = await upload(person, bytes, id === undefined ? {} : { id });
  expect(answer.statusCode).toBe(201);
  return fileResponse.parse(answer.json()).data;
};
const send = async (from: Person, chatId: string, body: object) => {
  const answer = await api.ask(from, 'POST', `/chats/${chatId}/messages`, { body });
  return { status: answer.statusCode, code: answer.json().code, body: answer.json() };
};
const statusOf = async (reader: Person | null, id: string): Promise<number> =>
  (await api.ask(reader, 'GET', `/files/${id}`)).statusCode;

describe('POST /files', () => {
  it('stores a picture drawn anew: no place, no camera, its size and its blur', async () => {
    const ana = await api.world.person('Ana');
    const sent = await picture();
    expect((await sharp(sent).metadata()).exif).toBeDefined();
    const { data } = fileResponse.parse((await upload(ana, sent)).json());
    expect(data).toMatchObject({
      mime: 'image/webp',
      width: 1_200,
      height: 800,
      url: `/api/v1/files/${data.id}`,
    });
    expect(data.blurhash).toMatch(/^.{10,}$/);
    const got = await api.ask(ana, 'GET', `/files/${data.id}`);
    expect(got.statusCode).toBe(200);
    expect(got.rawPayload.byteLength).toBe(data.size);
    expect((await sharp(got.rawPayload).metadata()).exif).toBeUndefined();
    expect(got.rawPayload.includes('Telepono')).toBe(false);
    const small = await api.ask(ana, 'GET', `/files/${data.id}?w=320`, { headers: { accept: 'image/webp' } });
    expect((await sharp(small.rawPayload).metadata()).width).toBe(320);
  });

  it('takes 10,485,760 bytes and not one more, and leaves nothing behind', async () => {
    const ana = await api.world.person('Ana');
    const bytes = Buffer.alloc(LIMITS.uploadBytesMax, 7);
    expect((await upload(ana, bytes, { filename: 'datos.bin' })).statusCode).toBe(201);
    const over = await upload(ana, Buffer.concat([bytes, Buffer.from('x')]), { filename: 'datos.bin' });
    expect([over.statusCode, over.json().code]).toEqual([413, 'too_large']);
    expect(await listStaged(`${api.dataDir}/uploads`)).toEqual([]);
  });

  it.each([
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600, 1)]), 415],
    ['a picture cut off', Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), 422],
    ['nothing', '', 422],
  ])('refuses %s whatever its name says', async (_what, bytes, status) => {
    const ana = await api.world.person('Ana');
    expect((await upload(ana, bytes, { filename: 'litrato.png' })).statusCode).toBe(status);
    expect(await listStaged(`${api.dataDir}/uploads`)).toEqual([]);
  });

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['words that name an element', '# Notes\n\nUse <script> here'],
    ['a picture that browsers do not draw', Buffer.from('49492a0008000000', 'hex')],
    ['a film in another container', readFileSync(film('film.mkv'))],
  ])('keeps %s as bytes that nothing opens by itself', async (_what, bytes) => {
    const ana = await api.world.person('Ana');
    const stored = await upload(ana, bytes, { filename: 'sulat.html' });
    expect(stored.statusCode).toBe(201);
    const { id } = fileResponse.parse(stored.json()).data;
    const { headers } = await api.ask(ana, 'GET', `/files/${id}`);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''sulat.html",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
  });

  it('keeps a film that was announced as a document under its name', async () => {
    const { ana, chatId } = await api.world.friends();
    const id = newId();
    await send(ana, chatId, { files: [id] });
    const stored = await upload(ana, readFileSync(film('turned.mp4')), { filename: 'Kasal ni Ana.mp4', id });
    expect(stored.statusCode).toBe(201);
    const [kept] = await api.world.db.select().from(files).where(eq(files.id, id));
    expect(kept).toMatchObject({ kind: 'file', mime: 'video/mp4', name: 'Kasal ni Ana.mp4' });
  });

  it('keeps a document as it is that is a film of an unknown codec, and refuses it as a film', async () => {
    const { ana, chatId } = await api.world.friends();
    const bytes = readFileSync(film('turned.mp4'));
    bytes.write('mp4v', bytes.indexOf('avc1', bytes.indexOf('stsd')), 'latin1');
    const id = newId();
    await send(ana, chatId, { files: [id] });
    const stored = await upload(ana, bytes, { filename: 'lumang-telepono.mp4', id });
    expect(stored.statusCode).toBe(201);
    const { rawPayload, headers } = await api.ask(ana, 'GET', `/files/${id}`);
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(rawPayload.equals(bytes)).toBe(true);
    const asFilm = await upload(ana, bytes, { filename: 'lumang-telepono.mp4' });
    expect(asFilm.statusCode).toBe(422);
  });

  it.each([
    ['a damaged photo', async () => (await picture()).subarray(0, 400)],
    ['a PNG that moves', movingPng],
    ['a GIF of more frames than are drawn', longGif],
  ])('keeps %s that was announced as a document as it is', async (_what, make) => {
    const { ana, chatId } = await api.world.friends();
    const [id, bytes] = [newId(), await make()];
    await send(ana, chatId, { files: [id] });
    const stored = await upload(ana, bytes, { filename: 'Kasal.jpg', id });
    expect(stored.statusCode).toBe(201);
    const { rawPayload, headers } = await api.ask(ana, 'GET', `/files/${id}`);
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toContain('attachment');
    expect(rawPayload.equals(bytes)).toBe(true);
  });

  it.each([
    ['a PNG that moves', movingPng],
    ['a GIF of more frames than are drawn', longGif],
  ])('refuses %s that is no document, and says what would become of it', async (_what, make) => {
    const { ana, chatId } = await api.world.friends();
    const [id, bytes] = [newId(), await make()];
    await send(ana, chatId, { images: [id] });
    for (const answer of [await upload(ana, bytes, { id }), await upload(ana, bytes)]) {
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_type']);
      expect(answer.json().errors[0].message).toContain('would become a still picture');
    }
  });

  it('draws a TIFF anew for a post, without its traces, and keeps one that is a document', async () => {
    const { ana, chatId } = await api.world.friends();
    const tiff = await sharp(await picture(300, 200))
      .keepExif()
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const drawn = fileResponse.parse((await upload(ana, tiff, { filename: 'bahay.tiff' })).json()).data;
    expect(drawn).toMatchObject({ mime: 'image/webp', width: 300, height: 200 });
    const { rawPayload } = await api.ask(ana, 'GET', `/files/${drawn.id}`);
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
    const post = await api.ask(ana, 'POST', '/posts', { body: { content: 'Bahay', images: [drawn.id] } });
    expect(post.statusCode).toBe(201);

    const damaged = Buffer.from(tiff).fill(0xaa, tiff.length / 4, tiff.length / 2);
    const refused = await upload(ana, damaged, { filename: 'bahay.tiff' });
    expect(refused.json().code).toBe('unreadable_media');

    const id = newId();
    await send(ana, chatId, { files: [id] });
    expect((await upload(ana, tiff, { filename: 'bahay.tiff', id })).statusCode).toBe(201);
    expect((await api.ask(ana, 'GET', `/files/${id}`)).rawPayload.equals(tiff)).toBe(true);
  });

  it('keeps the pages of a TIFF that has more than one', async () => {
    const ana = await api.world.person('Ana');
    const page = await sharp(await picture(60, 40))
      .png()
      .toBuffer();
    const scan = await sharp([page, page], { join: { animated: true } })
      .tiff()
      .toBuffer();
    expect((await sharp(scan).metadata()).pages).toBe(2);
    const stored = fileResponse.parse((await upload(ana, scan, { filename: 'kontrata.tiff' })).json()).data;
    expect(stored).toMatchObject({ mime: 'application/octet-stream', width: null });
  });

  it('reads a film of an unknown brand as any other: nothing but picture and sound is kept', async () => {
    const ana = await api.world.person('Ana');
    const bytes = readFileSync(film('with-places.mp4'));
    bytes.write('zzzz', 8, 'latin1');
    const sent = await upload(ana, bytes, { filename: 'drone.mp4' });
    const { id, mime } = fileResponse.parse(sent.json()).data;
    expect(mime).toBe('video/mp4');
    const { rawPayload } = await api.ask(ana, 'GET', `/files/${id}`);
    for (const place of ['14.599', 'GPS', 'xyz']) expect(rawPayload.includes(place), place).toBe(false);
    const post = await api.ask(ana, 'POST', '/posts', { body: { content: 'Lipad', video: id } });
    expect(post.statusCode).toBe(201);
  });

  it('takes what begins like no film for a document: posts refuse it, with a name or without', async () => {
    const { ana, chatId } = await api.world.friends();
    const bytes = readFileSync(film('with-places.mp4'));
    bytes.write('junkjunkjunk', 0, 'latin1');
    const { id, mime } = fileResponse.parse((await upload(ana, bytes, { filename: 'a.mp4' })).json()).data;
    expect(mime).toBe('application/octet-stream');
    for (const anonymous of [true, false])
      for (const named of [{ video: id }, { images: [id] }]) {
        const post = await api.ask(ana, 'POST', '/posts', {
          body: { content: 'Lipad', anonymous, ...named },
        });
        expect([post.statusCode, post.json().code]).toEqual([422, 'impossible']);
      }
    const [asFilm, asDocument] = [newId(), newId()];
    await send(ana, chatId, { video: asFilm });
    expect((await upload(ana, bytes, { id: asFilm })).json().code).toBe('unsupported_type');
    await send(ana, chatId, { files: [asDocument] });
    expect((await upload(ana, bytes, { id: asDocument })).statusCode).toBe(201);
  });

  it('refuses a damaged photo that is no document', async () => {
    const { ana, chatId } = await api.world.friends();
    const id = newId();
    await send(ana, chatId, { images: [id] });
    const answer = await upload(ana, (await picture()).subarray(0, 400), { id });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'unreadable_media']);
  });

  it('refuses a picture of too many pixels before it decodes one', async () => {
    const ana = await api.world.person('Ana');
    const bomb = await sharp({
      create: { width: 14_000, height: 14_000, channels: 3, background: 'black' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const answer = await upload(ana, bomb);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'unreadable_media']);
  });

  it('asks for the field file, and for a form', async () => {
    const ana = await api.world.person('Ana');
    expect((await upload(ana, await picture(), { field: 'picture' })).statusCode).toBe(400);
    expect((await api.ask(ana, 'POST', '/files', { body: {} })).statusCode).toBe(415);
  });

  it('says the same for the same id again, and nothing of it to others', async () => {
    const [ana, ben] = [await api.world.person('Ana'), await api.world.person('Ben')];
    const id = newId();
    const first = await uploaded(ana, await picture(), id);
    expect(await uploaded(ana, await picture(), id)).toEqual(first);
    expect((await upload(ben, await picture(), { id })).json().code).toBe('id_taken');
  });
});

describe('who may read a file', () => {
  it('is who may read what it belongs to, and its uploader', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const cora = await api.world.person('Cora');
    const { id } = await uploaded(ana, await picture());
    expect([await statusOf(null, id), await statusOf(ana, id), await statusOf(ben, id)]).toEqual([
      401, 200, 404,
    ]);
    expect((await send(ana, chatId, { images: [id] })).status).toBe(201);
    expect([await statusOf(ben, id), await statusOf(cora, id)]).toEqual([200, 404]);
    await api.world.block(ben, ana);
    expect([await statusOf(ana, id), await statusOf(ben, id)]).toEqual([200, 404]);
  });

  it('nobody passes on what they may not read, and every reader may', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const { id } = await uploaded(ana, await picture());
    expect((await send(ben, chatId, { images: [id] })).code).toBe('impossible');
    await send(ana, chatId, { images: [id] });
    expect((await send(ben, chatId, { images: [id] })).status).toBe(201);
  });

  it('a document is no picture', async () => {
    const { ana, chatId } = await api.world.friends();
    const { data } = fileResponse.parse(
      (await upload(ana, 'Kumusta', { filename: '../../../sulat.txt' })).json(),
    );
    expect((await send(ana, chatId, { images: [data.id] })).code).toBe('impossible');
    const sent = await send(ana, chatId, { files: [data.id] });
    expect(messageResponse.parse(sent.body).data.media).toMatchObject([
      { name: 'sulat.txt', mime: 'text/plain' },
    ]);
  });
});

describe('text first, media later', () => {
  it('the message is there with a frame, and its frame fills in the same scope when the bytes come', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const id = newId();
    const sent = await send(ana, chatId, { content: 'Tingnan mo', images: [id] });
    expect(messageResponse.parse(sent.body).data).toMatchObject({
      images: [id],
      media: [{ id, state: 'awaited', kind: 'image', width: null }],
    });
    expect(await statusOf(ben, id)).toBe(404);
    expect((await upload(ben, await picture(), { id })).json().code).toBe('id_taken');
    expect((await upload(ana, 'isang sulat', { id })).json().code).toBe('unsupported_type');
    await uploaded(ana, await picture(), id);
    const { data } = (await api.ask(ben, 'GET', `/chats/${chatId}/messages`)).json();
    expect(data[0]).toMatchObject({ version: 2, media: [{ id, state: 'ready', width: 1_200, height: 800 }] });
    expect(await statusOf(ben, id)).toBe(200);
  });

  it('an awaited picture has the size that its sender tells, until its bytes tell their own', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const [id, documentId] = [newId(), newId()];
    const sizes = { [id]: { width: 600, height: 800 }, [newId()]: { width: 1, height: 1 } };
    const sent = await send(ana, chatId, { images: [id], sizes });
    expect(messageResponse.parse(sent.body).data.media).toMatchObject([
      { id, state: 'awaited', width: 600, height: 800 },
    ]);
    await uploaded(ana, await picture(), id);
    const { data } = (await api.ask(ben, 'GET', `/chats/${chatId}/messages`)).json();
    expect(data[0].media).toMatchObject([{ id, state: 'ready', width: 1_200, height: 800 }]);
    const document = await send(ana, chatId, {
      ...{ files: [documentId], sizes: { [documentId]: { width: 3, height: 4 } } },
    });
    expect(messageResponse.parse(document.body).data.media).toMatchObject([{ id: documentId, width: null }]);
  });

  it.each([0, -1, 1.5, 65_536, '600', null])('a size of %j is refused', async (width) => {
    const { ana, chatId } = await api.world.friends();
    const id = newId();
    const sent = await send(ana, chatId, { images: [id], sizes: { [id]: { width, height: 800 } } });
    expect(sent).toMatchObject({ status: 400, code: 'validation' });
  });

  it('given up by its sender, it is awaited no more, also when it comes all the same', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const [id, messageId] = [newId(), newId()];
    await send(ana, chatId, { id: messageId, content: 'Tingnan mo', images: [id] });
    const giveUp = (who: Person) =>
      api.ask(who, 'DELETE', `/chats/${chatId}/messages/${messageId}/files/${id}`);
    const read = async () => (await api.ask(ben, 'GET', `/chats/${chatId}/messages`)).json().data[0];
    expect((await giveUp(ben)).statusCode).toBe(403);
    expect(await read()).toMatchObject({ media: [{ state: 'awaited' }] });
    for (let time = 0; time < 2; time += 1)
      expect(messageResponse.parse((await giveUp(ana)).json()).data.media).toMatchObject([
        { id, state: 'withdrawn', kind: 'image' },
      ]);
    expect(await read()).toMatchObject({ version: 2, media: [{ state: 'withdrawn' }] });
    await uploaded(ana, await picture(), id);
    expect(await read()).toMatchObject({ version: 2, media: [{ state: 'withdrawn' }] });
    expect(await statusOf(ben, id)).toBe(404);
  });

  it('given up after it has arrived, it stays', async () => {
    const { ana, chatId } = await api.world.friends();
    const [id, messageId] = [newId(), newId()];
    await send(ana, chatId, { id: messageId, images: [id] });
    await uploaded(ana, await picture(), id);
    const kept = await api.ask(ana, 'DELETE', `/chats/${chatId}/messages/${messageId}/files/${id}`);
    expect(messageResponse.parse(kept.json()).data.media).toMatchObject([{ state: 'ready' }]);
  });

  it.each(['before', 'after'])(
    'given up for one message, it arrives only for one sent %s that',
    async (when) => {
      const { ana, ben, chatId } = await api.world.friends();
      const [id, other, messageId, next] = [newId(), newId(), newId(), newId()];
      await send(ana, chatId, { id: messageId, images: [id, other] });
      const cora = await api.world.person('Cora');
      await api.world.befriend(ana, cora);
      const elsewhere = privateChatId(ana.id, cora.id);
      const sendNext = () => send(ana, elsewhere, { id: next, recipientId: cora.id, images: [id] });
      if (when === 'before') await sendNext();
      await api.ask(ana, 'DELETE', `/chats/${chatId}/messages/${messageId}/files/${id}`);
      if (when === 'after') await sendNext();
      const read = async (who: Person, chat: string) =>
        (await api.ask(who, 'GET', `/chats/${chat}/messages`)).json().data[0].media;
      expect(await read(cora, elsewhere)).toMatchObject([{ id, state: 'awaited' }]);
      await uploaded(ana, await picture(), id);
      // The message is described anew for the other one.
      await uploaded(ana, await picture(), other);
      expect(await read(cora, elsewhere)).toMatchObject([{ id, state: 'ready' }]);
      expect(await read(ben, chatId)).toMatchObject([
        { id, state: 'withdrawn' },
        { id: other, state: 'ready' },
      ]);
      expect([await statusOf(cora, id), await statusOf(ben, id)]).toEqual([200, 404]);
    },
  );
});

describe('GET /files/{id}', () => {
  it('is safe to open, whatever it is', async () => {
    const ana = await api.world.person('Ana');
    const { data } = fileResponse.parse((await upload(ana, 'a b c', { filename: 'é"\\;x=y.txt' })).json());
    const { headers } = await api.ask(ana, 'GET', `/files/${data.id}`);
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w%.-]+$/);
  });

  it.each([
    ['bytes=0-3', 206, 'Kumu', 'bytes 0-3/7'],
    ['bytes=-2', 206, 'ta', 'bytes 5-6/7'],
    ['bytes=5-', 206, 'ta', 'bytes 5-6/7'],
    ['bytes=7-', 416, '', 'bytes */7'],
    ['bytes=5-2', 416, '', 'bytes */7'],
    ['bytes=0-0,1-1', 200, 'Kumusta', undefined],
  ])('answers %s', async (range, status, body, contentRange) => {
    const ana = await api.world.person('Ana');
    const { data } = fileResponse.parse((await upload(ana, 'Kumusta', { filename: 'a.txt' })).json());
    const got = await api.ask(ana, 'GET', `/files/${data.id}`, { headers: { range } });
    expect([got.statusCode, got.body, got.headers['content-range']]).toEqual([status, body, contentRange]);
  });
});

describe('room', () => {
  it('is each member’s own: who has used it up is told so in words, and others go on', async () => {
    const [ana, ben] = [await api.world.person('Ana'), await api.world.person('Ben')];
    const bytes = await picture();
    const { id } = await uploaded(ana, bytes);
    const size = LIMITS.fileBytesPerUserMax - 10;
    await api.world.db.update(files).set({ size }).where(eq(files.id, id));
    const refused = await upload(ana, bytes);
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'quota_full']);
    expect(refused.json().message).toBe('There is no room for more files in your account');
    // What was sent before is answered as before.
    expect((await upload(ana, bytes, { id })).statusCode).toBe(201);
    expect((await upload(ben, bytes)).statusCode).toBe(201);
    expect(await listStaged(`${api.dataDir}/uploads`)).toEqual([]);
  });

  it('of the disk ends before the disk does: nothing is begun, and what is there can be read', async () => {
    const { ana, chatId } = await api.world.friends();
    const bytes = await picture();
    const { id } = await uploaded(ana, bytes);
    freeBytes = DISK_FLOOR_BYTES - 1;
    try {
      const plain = await upload(ana, bytes);
      expect([plain.statusCode, plain.json().code]).toEqual([503, 'unavailable']);
      expect(plain.headers['retry-after']).toBe('60');
      const begun = await api.app.inject({
        method: 'POST',
        url: '/api/v1/files/tus',
        headers: {
          ...{ 'tus-resumable': '1.0.0', 'upload-length': '10' },
          authorization: `Bearer ${await api.tokenOf(ana)}`,
        },
      });
      expect([begun.statusCode, begun.json().code]).toEqual([503, 'unavailable']);
      expect(await statusOf(ana, id)).toBe(200);
      expect((await send(ana, chatId, { content: 'Words go on' })).status).toBe(201);
      expect(await listStaged(`${api.dataDir}/uploads`)).toEqual([]);
    } finally {
      freeBytes = Number.POSITIVE_INFINITY;
    }
    expect((await upload(ana, bytes)).statusCode).toBe(201);
  });
});

describe('files that nothing names', () => {
  it('go after a day, with their bytes; others stay', async () => {
    const { ana, chatId } = await api.world.friends();
    const [kept, orphan] = [await uploaded(ana, await picture()), await uploaded(ana, await picture())];
    await send(ana, chatId, { images: [kept.id] });
    const storage = await openFileStorage(parseConfig({ DATA_DIR: api.dataDir }));
    const sweep = (hours: number) =>
      sweepFiles(
        { db: api.world.db, storage, stagingDir: `${api.dataDir}/uploads` },
        new Date(api.world.clock.now().getTime() + hours * 3_600_000),
      );
    await sweep(23);
    expect(await statusOf(ana, orphan.id)).toBe(200);
    await sweep(25);
    expect([await statusOf(ana, orphan.id), await statusOf(ana, kept.id)]).toEqual([404, 200]);
  });
});

describe('an upload in pieces', () => {
  const tus = async (
    person: Person,
    method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
    path: string,
    headers: Record<string, string | number>,
    payload?: Uint8Array,
  ) =>
    api.app.inject({
      method,
      url: `/api/v1/files/tus${path}`,
      headers: {
        'tus-resumable': '1.0.0',
        authorization: `Bearer ${await api.tokenOf(person)}`,
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      },
      ...(payload === undefined ? {} : { payload: Buffer.from(payload) }),
    });
  const patch = (person: Person, path: string, offset: number, bytes: Uint8Array) =>
    tus(
      person,
      'PATCH',
      path,
      { 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' },
      bytes,
    );

  it('keeps a document as it is whose bytes come before its words', async () => {
    const { ana, chatId } = await api.world.friends();
    const [id, name] = [newId(), 'lumang-telepono.mp4'];
    const bytes = readFileSync(film('turned.mp4'));
    bytes.write('mp4v', bytes.indexOf('avc1', bytes.indexOf('stsd')), 'latin1');
    const inBase64 = (value: string): string => Buffer.from(value).toString('base64');
    await tus(ana, 'POST', '', {
      'upload-length': bytes.byteLength,
      'upload-metadata': `id ${inBase64(id)},filename ${inBase64(name)}`,
    });
    expect((await patch(ana, `/${id}`, 0, bytes)).statusCode).toBe(200);
    await send(ana, chatId, { files: [id] });
    const [kept] = await api.world.db.select().from(files).where(eq(files.id, id));
    expect(kept).toMatchObject({ kind: 'file', mime: 'application/octet-stream', name });
  });

  it('goes on where it was cut, ends in the same command, and answers its end again', async () => {
    const [ana, ben] = [await api.world.person('Ana'), await api.world.person('Ben')];
    const id = newId();
    const bytes = await picture();
    const begun = await tus(ana, 'POST', '', {
      'upload-length': bytes.byteLength,
      'upload-metadata': `id ${Buffer.from(id).toString('base64')}`,
    });
    expect([begun.statusCode, begun.headers['location']]).toEqual([201, `/api/v1/files/tus/${id}`]);
    const path = `/${id}`;
    expect((await patch(ana, path, 0, bytes.subarray(0, 1_000))).statusCode).toBe(204);
    expect((await tus(ben, 'HEAD', path, {})).statusCode).toBe(404);
    expect((await patch(ben, path, 1_000, bytes.subarray(1_000))).statusCode).toBe(404);
    const progress = await tus(ana, 'HEAD', path, {});
    expect([progress.headers['upload-offset'], progress.headers['upload-length']]).toEqual([
      '1000',
      String(bytes.byteLength),
    ]);
    expect((await patch(ana, path, 5, bytes.subarray(5))).statusCode).toBe(409);
    const ended = await patch(ana, path, 1_000, bytes.subarray(1_000));
    expect([ended.statusCode, ended.json().data.id]).toEqual([200, id]);
    expect((await tus(ana, 'HEAD', path, {})).headers['upload-offset']).toBe(String(bytes.byteLength));
    expect(await statusOf(ana, id)).toBe(200);
    expect(await listStaged(`${api.dataDir}/uploads`)).toEqual([]);
  });

  it('that is too large or no picture at its end is refused in our words, and nothing stays', async () => {
    const { ana, chatId } = await api.world.friends();
    const over = await tus(ana, 'POST', '', { 'upload-length': LIMITS.uploadBytesMax + 1 });
    expect([over.statusCode, over.json().code]).toEqual([413, 'too_large']);
    const id = newId();
    await send(ana, chatId, { images: [id] });
    const bytes = Buffer.from('<!doctype html><p>');
    await tus(ana, 'POST', '', {
      'upload-length': bytes.byteLength,
      'upload-metadata': `id ${Buffer.from(id).toString('base64')}`,
    });
    const ended = await patch(ana, `/${id}`, 0, bytes);
    expect([ended.statusCode, ended.json().code]).toEqual([415, 'unsupported_type']);
    expect(await listStaged(`${api.dataDir}/uploads`)).toEqual([]);
  });

  it('is nobody else’s to begin', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const id = newId();
    await send(ana, chatId, { images: [id] });
    const begun = await tus(ben, 'POST', '', {
      'upload-length': 10,
      'upload-metadata': `id ${Buffer.from(id).toString('base64')}`,
    });
    expect(begun.json().code).toBe('id_taken');
    expect(privateChatId(ana.id, ben.id)).toBe(chatId);
  });
});

describe('a forwarded picture', () => {
  it('that the sender may not read, or that nobody has sent, is refused and awaited by nobody', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const dan = await api.world.person('Dan');
    const { id } = await uploaded(dan, await picture());
    for (const named of [id, newId()]) {
      const refused = await send(ben, chatId, { images: [named], isForwarded: true });
      expect(refused).toMatchObject({ status: 422, code: 'impossible' });
    }
    expect((await api.ask(ana, 'GET', `/chats/${chatId}/messages`)).json().data).toEqual([]);
  });
});
