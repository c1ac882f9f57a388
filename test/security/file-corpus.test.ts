import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorBody, fileResponse, LIMITS, newId } from '../../protocol/index.ts';
import { listStaged } from '../../server/modules/files/staging.ts';
import { openApi } from '../../server/testing/api.ts';
import { PLACE_IN_SOUND } from '../../server/testing/sounds.ts';
import { photo } from '../../server/testing/upload.ts';
import type { Person } from '../../server/testing/world.ts';
import { type HostileFile, hostileSounds, knownTricks, mutatedFiles } from './hostile-files.ts';

/** docs/threat-model.md T10, T11, T16: `FILE_CORPUS=1000` is the long run. */
const COUNT = Number(process.env['FILE_CORPUS'] ?? '80');
const SEED = 20_261_121;
const HANG_MS = 2_000;

let api: Awaited<ReturnType<typeof openApi>>;
let origin: string;
let ana: Person;
let token: string;
beforeAll(async () => {
  api = await openApi();
  origin = `${await api.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1`;
  ana = await api.world.person('Ana');
  token = await api.tokenOf(ana);
});
afterAll(async () => {
  // Readers keep their connections; closing waits for none of them.
  api.app.server.closeAllConnections();
  await api.close();
});

const said = (chatId: string) => ({ id: newId(), chatId, writtenAt: new Date().toISOString() });
const send = async (
  { name, bytes }: HostileFile,
  by: { id?: string; token: string } = { token },
): Promise<{ answer: Response; ms: number }> => {
  const form = new FormData();
  if (by.id !== undefined) form.set('id', by.id);
  form.set('file', new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
  const began = performance.now();
  const answer = await fetch(`${origin}/files`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${by.token}` },
  });
  return { answer, ms: performance.now() - began };
};
const read = (id: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/files/${id}`, { headers: { authorization: `Bearer ${token}`, ...headers } });

/** What a browser only shows or saves. */
const INERT =
  /^(?:image\/(?:webp|avif)|video\/(?:mp4|webm|quicktime)|audio\/[\w.+-]+|application\/[\w.+-]+|text\/plain|font\/[\w.+-]+)$/;
const ACTIVE = /html|svg|xml|javascript|ecmascript|css|flash/;
const SHOWN = /^(?:image|video|audio)\/|^application\/pdf$/;

const expectHarmless = async (file: HostileFile): Promise<number> => {
  let { answer, ms } = await send(file);
  // A busy machine is no hang: the same bytes have a second try.
  if (ms > HANG_MS) ({ answer, ms } = await send(file));
  const where = `${file.name} ${file.bytes.subarray(0, 24).toString('hex')}`;
  expect(ms, `${where} took too long`).toBeLessThan(HANG_MS);
  expect(answer.status, where).toBeLessThan(500);
  const body: unknown = await answer.json();
  if (answer.status !== 201) {
    expect([413, 415, 422], where).toContain(answer.status);
    expect(errorBody.parse(body).message.length).toBeGreaterThan(0);
    return answer.status;
  }
  const got = await read(fileResponse.parse(body).data.id);
  const type = got.headers.get('content-type')?.split(';')[0] ?? '';
  expect(type, where).toMatch(INERT);
  if (!type.startsWith('application/vnd.')) expect(type, where).not.toMatch(ACTIVE);
  expect(got.headers.get('x-content-type-options')).toBe('nosniff');
  expect(got.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  const shown = got.headers.get('content-disposition')?.startsWith('inline') === true;
  expect(shown, where).toBe(SHOWN.test(type));
  const bytes = Buffer.from(await got.arrayBuffer());
  // A picture is drawn anew: nothing of what was not a pixel is in it.
  if (type.startsWith('image/'))
    for (const trace of ['<script', 'Telepono', 'Exif', 'alert('])
      expect(bytes.includes(trace), where).toBe(false);
  // A sound is written anew: its titles and what hung behind it are gone.
  if (type.startsWith('audio/'))
    for (const trace of ['<script', 'alert(', PLACE_IN_SOUND])
      expect(bytes.includes(trace), where).toBe(false);
  return 201;
};

it('known tricks with files are refused in words, or come back as something that runs nothing', async () => {
  for (const file of await knownTricks()) await expectHarmless(file);
  const markup = ['page.png', 'drawing.svg', 'late.txt', 'wide.html', 'feed.xml'];
  for (const file of (await knownTricks()).filter(({ name }) => markup.includes(name)))
    expect(await expectHarmless(file), file.name).toBe(201);
});

it('broken and lying sounds are refused in words, or come back as a sound and nothing else', async () => {
  const outcomes = new Map<string, number>();
  for (const file of await hostileSounds()) outcomes.set(file.name, await expectHarmless(file));
  // What is heard is kept without the script in its tag; what only says that it is a sound is a document to be saved.
  expect(outcomes.get('script.mp3')).toBe(201);
  expect(outcomes.get('holed.webm')).toBe(422);
  expect(outcomes.get('page.wav')).toBe(201);
});

it('a voice message says no more than the limit, however long its bytes claim to play and whichever came first', async () => {
  const { ana: sender, chatId } = await api.world.friends();
  const long = (await hostileSounds()).find(({ name }) => name === 'long.ogg');
  if (long === undefined) throw new Error('No such sound');
  const lengths: (number | undefined)[] = [];
  for (const isTextFirst of [true, false]) {
    const id = newId();
    const voices = { [id]: { durationMs: 1_000, waveform: 'A'.repeat(LIMITS.waveformPeaks) } };
    const sendText = () => api.world.applied(sender, 'sendMessage', { ...said(chatId), files: [id], voices });
    if (isTextFirst) await sendText();
    const { answer } = await send(long, { id, token: await api.tokenOf(sender) });
    expect(answer.status).toBe(201);
    if (!isTextFirst) await sendText();
    const { data } = (await api.ask(sender, 'GET', `/chats/${chatId}/messages`)).json();
    lengths.push(data[0].media[0].durationMs);
  }
  expect(lengths).toEqual([LIMITS.voiceMsMax, LIMITS.voiceMsMax]);
});

it(`${COUNT} broken files bring no 5xx, no hang, nothing that runs, and leave nothing behind`, {
  timeout: 60_000 + COUNT * 1_000,
}, async () => {
  const outcomes = new Map<number, number>();
  for (const file of await mutatedFiles(COUNT, SEED)) {
    const status = await expectHarmless(file);
    outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
  }
  // Both happen: a corpus that is all refused, or all taken, would show nothing.
  expect(outcomes.get(201)).toBeGreaterThan(0);
  expect(outcomes.get(422)).toBeGreaterThan(0);
  expect(await listStaged(`${api.dataDir}/uploads`)).toEqual([]);
});

it('a photo stands upright however the camera was held, and has forgotten where that was', async () => {
  const upright = await quarters();
  const held: Record<number, (picture: Sharp) => Sharp> = {
    1: (picture) => picture,
    2: (picture) => picture.flop(),
    3: (picture) => picture.rotate(180),
    4: (picture) => picture.flip(),
    5: (picture) => picture.rotate(270).flop(),
    6: (picture) => picture.rotate(270),
    7: (picture) => picture.rotate(90).flop(),
    8: (picture) => picture.rotate(90),
  };
  for (const [orientation, turn] of Object.entries(held)) {
    const turned = await turn(sharp(upright)).png().toBuffer();
    const bytes = await sharp(turned)
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .withExif({
        IFD0: { Make: 'Telepono', Orientation: orientation },
        IFD3: { GPSLatitude: '14/1 35/1 0/1' },
      })
      .withMetadata({ orientation: Number(orientation) })
      .toBuffer();
    const { answer } = await send({ name: 'held.jpg', bytes });
    const { data } = fileResponse.parse(await answer.json());
    const got = Buffer.from(await (await read(data.id)).arrayBuffer());
    expect(await coloursOf(got), `orientation ${orientation}`).toEqual(await coloursOf(upright));
    for (const trace of ['Telepono', 'Exif', 'GPS']) expect(got.includes(trace)).toBe(false);
  }
});

it('a thousand ranges at once are answered with the file, once', async () => {
  const { answer } = await send({ name: 'a.jpg', bytes: await photo() });
  const { data } = fileResponse.parse(await answer.json());
  const range = `bytes=${Array.from({ length: 1_000 }, () => '0-0').join(',')}`;
  const got = await read(data.id, { range });
  expect([got.status, (await got.arrayBuffer()).byteLength]).toEqual([200, data.size]);
});

/** Four colours, so that every turn shows. */
const quarters = async (): Promise<Buffer> => {
  const part = (background: string) =>
    sharp({ create: { width: 40, height: 24, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp({ create: { width: 80, height: 48, channels: 3, background: 'black' } })
    .composite([
      { input: await part('red'), left: 0, top: 0 },
      { input: await part('lime'), left: 40, top: 0 },
      { input: await part('blue'), left: 0, top: 24 },
      { input: await part('white'), left: 40, top: 24 },
    ])
    .png()
    .toBuffer();
};

/** The middle of each quarter, roughly. */
const coloursOf = async (bytes: Buffer): Promise<string[]> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([80, 48]);
  return [
    [20, 12],
    [60, 12],
    [20, 36],
    [60, 36],
  ].map(([x = 0, y = 0]) => {
    const at = (y * info.width + x) * info.channels;
    return [...data.subarray(at, at + 3)].map((value) => (value > 127 ? 1 : 0)).join('');
  });
};
