import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { remux } from './remux.ts';

/** Made with ffmpeg. Those with places hold GPS lines in data, text and subtitle tracks, chapters and an attachment. */
const film = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../testing/films/${name}`, import.meta.url)));

const PLACE = /GPS|14\.599|120\.984/;
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** The times of all packets of each track, by its type. */
const tracksOf = async (bytes: Uint8Array): Promise<[type: string, times: number[]][]> => {
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const found: [string, number[]][] = [];
  for (const track of await input.getTracks()) {
    const times: number[] = [];
    for await (const packet of new EncodedPacketSink(track).packets())
      times.push(Math.round(packet.timestamp * 1_000));
    found.push([track.type, times]);
  }
  return found;
};

describe('a film that is written anew', () => {
  for (const [name, mime] of [
    ['with-places.mp4', 'video/mp4'],
    ['with-places.webm', 'video/webm'],
  ] as const) {
    it(`keeps the picture and sound of ${name} and none of its places`, async () => {
      const sent = film(name);
      expect(textOf(sent)).toMatch(PLACE);
      const kept = await remux(sent, mime);
      if (kept === null) throw new Error('refused');
      expect(textOf(kept.bytes)).not.toMatch(PLACE);
      const before = await tracksOf(film(name));
      expect(await tracksOf(kept.bytes)).toEqual(
        before.filter(([type]) => type === 'video' || type === 'audio'),
      );
    });
  }

  it('says how large a player draws it: turned, and of WebM as well', async () => {
    expect(await remux(film('turned.mp4'), 'video/mp4')).toMatchObject({ width: 180, height: 320 });
    expect(await remux(film('tall.webm'), 'video/webm')).toMatchObject({ width: 120, height: 240 });
  });

  it('stays turned', async () => {
    const kept = await remux(film('turned.mp4'), 'video/mp4');
    if (kept === null) throw new Error('refused');
    expect(await remux(kept.bytes, 'video/mp4')).toMatchObject({ width: 180, height: 320 });
  });

  it('keeps what there is of a film that was cut off', async () => {
    const whole = film('with-places.mp4');
    const kept = await remux(whole.slice(0, whole.byteLength / 2), 'video/mp4');
    if (kept === null) throw new Error('refused');
    const before = new Map(await tracksOf(film('with-places.mp4')));
    for (const [type, times] of await tracksOf(kept.bytes))
      expect(times).toEqual(before.get(type)?.slice(0, times.length));
  });

  it('is refused when it holds no track', async () => {
    expect(await remux(film('with-places.mp4').slice(0, 40), 'video/mp4')).toBeNull();
  });

  it('ends, whatever somebody changes in its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('with-places.mp4', 'with-places.webm'),
        fc.array(fc.tuple(fc.nat(8_000), fc.nat(255)), { maxLength: 20 }),
        async (name, changes) => {
          const bytes = film(name);
          for (const [at, value] of changes) bytes[at % bytes.byteLength] = value;
          const kept = await remux(bytes, name.endsWith('webm') ? 'video/webm' : 'video/mp4');
          if (kept !== null) expect(kept.bytes.byteLength).toBeGreaterThan(0);
        },
      ),
      { numRuns: 150, seed: 20_261_127 },
    );
  });
});
