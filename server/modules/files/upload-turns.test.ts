import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId, ProtocolError } from '../../../protocol/index.ts';
import { createMemoryBuckets } from '../../plugins/buckets.ts';
import { takeForAccount } from '../../plugins/rate-limits.ts';
import { openApi } from '../../testing/api.ts';
import { postFile } from '../../testing/upload.ts';
import type { Person } from '../../testing/world.ts';
import { readHeader, reencode } from './re-encode.ts';

const charges = new Map<string, number>();
/** The limit whose bucket is empty, and for how long. */
let empty: { name: string; waitMs: number } | null = null;
let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi({
    takeFromBucket: async (_kind, key, _bucket, options) => {
      const [name = ''] = key.split(':');
      if (name === empty?.name) return empty.waitMs;
      if (options?.cost !== undefined) charges.set(name, (charges.get(name) ?? 0) + options.cost);
      return 0;
    },
  });
});
afterAll(() => api.close());
beforeEach(() => {
  charges.clear();
  empty = null;
});

const plain = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();

describe('the large pictures of one member', () => {
  it('let the small one of another go next, and more than two do not wait', async () => {
    const [ana, ben] = [await api.world.person('Ana'), await api.world.person('Ben')];
    for (const person of [ana, ben]) await api.tokenOf(person);
    const [large, small] = [await plain(2_400, 1_800), await plain(64, 64)];
    const stored: string[] = [];
    const send = async (who: Person, bytes: Buffer) => {
      const answer = await postFile(api, who, bytes);
      if (answer.statusCode === 201) stored.push(who.id);
      return answer;
    };
    const all = Array.from({ length: 16 }, () => send(ana, large));
    all.push(send(ben, small));
    const answers = await Promise.all(all);
    // Not behind all sixteen: at most behind those that were served before it came.
    expect(stored.indexOf(ben.id)).toBeLessThanOrEqual(3);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer.json().code).toBe('rate_limited');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(stored).toHaveLength(17 - refused.length);
  });
});

describe('the work of an upload', () => {
  it('is charged by its megabytes and by the megapixels that its header names', async () => {
    const ana = await api.world.person('Ana');
    const bytes = await plain(2_000, 1_500);
    expect((await postFile(api, ana, bytes)).statusCode).toBe(201);
    expect(Object.fromEntries(charges)).toMatchObject({ uploadBytes: 1, uploadPixels: 3 });
    charges.clear();
    expect((await postFile(api, ana, Buffer.alloc(2_500_000, 7))).statusCode).toBe(201);
    expect(Object.fromEntries(charges)).toEqual({ uploadBytes: 3 });
  });

  it('that is more than the bucket holds is not begun, and says when to come again', async () => {
    const ana = await api.world.person('Ana');
    empty = { name: 'uploadPixels', waitMs: 7_000 };
    const answer = await postFile(api, ana, await plain(64, 64));
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
      ...[429, 'rate_limited'],
      '7',
    ]);
  });

  it('of an upload in pieces waits with the bytes that have come: nothing is sent again', async () => {
    const ana = await api.world.person('Ana');
    const [id, bytes] = [newId(), await plain(64, 64)];
    const ask = async (method: 'POST' | 'PATCH' | 'HEAD', path: string, headers: object, payload?: Buffer) =>
      api.app.inject({
        ...{ method, url: `/api/v1/files/tus${path}` },
        headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${await api.tokenOf(ana)}`, ...headers },
        ...(payload ? { payload } : {}),
      });
    await ask('POST', '', {
      'upload-length': String(bytes.byteLength),
      'upload-metadata': `id ${Buffer.from(id).toString('base64')}`,
    });
    empty = { name: 'uploadBytes', waitMs: 7_000 };
    const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const ended = await ask('PATCH', `/${id}`, piece, bytes);
    expect([ended.statusCode, ended.json().code, ended.headers['retry-after']]).toEqual([
      ...[429, 'rate_limited'],
      '7',
    ]);
    const still = await ask('HEAD', `/${id}`, {});
    expect([still.statusCode, still.headers['retry-after']]).toEqual([429, '7']);
    empty = null;
    const complete = await ask('HEAD', `/${id}`, {});
    expect([complete.statusCode, complete.headers['upload-offset']]).toEqual([200, String(bytes.byteLength)]);
    expect((await api.ask(ana, 'GET', `/files/${id}`)).statusCode).toBe(200);
  });

  it('has room for an honest album, and not for sixteen times 49 megapixels', async () => {
    const allowed = async (pictures: number, megapixels: number): Promise<number> => {
      const take = createMemoryBuckets(() => 0);
      let taken = 0;
      for (let at = 0; at < pictures; at += 1)
        await takeForAccount(take, 'uploadPixels', 'ana', megapixels).then(
          () => {
            taken += 1;
          },
          (error: unknown) => {
            if (!(error instanceof ProtocolError)) throw error;
          },
        );
      return taken;
    };
    expect([await allowed(10, 12), await allowed(30, 12), await allowed(16, 49)]).toEqual([10, 30, 12]);
  });
});

describe('a picture drawn anew', () => {
  it('stands upright, tells nothing of its maker, and has its smaller copies', async () => {
    const sent = await sharp({ create: { width: 3_000, height: 1_200, channels: 3, background: 'teal' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: 'Telepono' } })
      .toBuffer();
    const header = await readHeader(sent);
    expect(header).toMatchObject({ pixels: 3_600_000, moves: false });
    const drawn = await reencode(sent, header);
    expect(drawn).toMatchObject({ width: 1_200, height: 3_000, mime: 'image/webp' });
    expect(drawn.variants.map(({ name }) => name)).toEqual(['320.webp', '960.webp', '320.avif']);
    for (const bytes of [drawn.bytes, ...drawn.variants.map((variant) => variant.bytes)]) {
      const { exif, orientation } = await sharp(bytes).metadata();
      expect([exif, orientation]).toEqual([undefined, undefined]);
    }
    const sizes = await Promise.all(
      drawn.variants.map(async ({ bytes }) => {
        const { width, height } = await sharp(bytes).metadata();
        return [width, height];
      }),
    );
    expect(sizes).toEqual([
      [320, 800],
      [960, 2_400],
      [320, 800],
    ]);
  });

  it('that is the still of a video is kept no larger than devices make those', async () => {
    const sent = await plain(3_000, 1_500);
    const drawn = await reencode(sent, await readHeader(sent), { sideMax: 2_048 });
    expect([drawn.width, drawn.height]).toEqual([2_048, 1_024]);
  });

  it('keeps what is transparent, in its smaller copies as well', async () => {
    const clear = { r: 0, g: 128, b: 128, alpha: 0.25 };
    const sent = await sharp({ create: { width: 1_200, height: 600, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const drawn = await reencode(sent, await readHeader(sent));
    for (const bytes of [drawn.bytes, ...drawn.variants.map((variant) => variant.bytes)])
      expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
  });
});
