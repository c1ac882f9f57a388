import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../protocol/index.ts';
import type { Body } from './fetch-public.ts';
import { readPage } from './read-page.ts';

const ADDRESS = new URL('https://news.example/a/b');

async function* inParts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}
const bodyOf = (html: string | Uint8Array, charset: string | null = null, size = 700): Body => ({
  chunks: inParts(typeof html === 'string' ? new TextEncoder().encode(html) : html, size),
  charset,
});
const read = (html: string | Uint8Array, charset: string | null = null) =>
  readPage(bodyOf(html, charset), ADDRESS);

describe('a page', () => {
  it('is told of by what it says for others, before its own title', async () => {
    const page = await read(`<!doctype html><html><head><title>Own title</title>
      <meta name="description" content="Own words"><meta property="og:title" content="Sunrise at Batad">
      <meta property="og:description" content="Rice &amp; fog"><meta property="og:image" content="/p.jpg"></head>`);
    expect(page).toEqual({
      title: 'Sunrise at Batad',
      description: 'Rice & fog',
      picture: 'https://news.example/p.jpg',
    });
  });

  it('has its title at least, or is none', async () => {
    expect(await read('<title>\n  Only\n a title </title>')).toEqual({
      ...{ title: 'Only a title', description: null, picture: null },
    });
    expect(await read('<meta name="description" content="Words"><p>text')).toBeNull();
    expect(await read('')).toBeNull();
  });

  it('is read as far as it goes where it is broken', async () => {
    const broken = '<html><head><meta property=og:title content=Half><title>Cut off in its ti';
    expect(await read(broken)).toMatchObject({ title: 'Half' });
    expect(await read('<title>Cut off in its ti')).toMatchObject({ title: 'Cut off in its ti' });
    expect(
      await read('<<< <meta <head><title>After</title><meta property="og:title" content="x'),
    ).toMatchObject({
      title: 'After',
    });
  });

  it('ends with its head: what visitors write below is not its title', async () => {
    const page =
      '<head><title>Shop</title></head><body><meta property="og:title" content="Written by a visitor">';
    expect(await read(page)).toMatchObject({ title: 'Shop' });
    expect(await read('<title>Shop</title><body><meta property="og:title" content="Visitor">')).toMatchObject(
      {
        title: 'Shop',
      },
    );
  });

  it.each([
    ['its mark', new Uint8Array([0xff, 0xfe, ...Buffer.from('<title>Ñandú</title>', 'utf16le')]), null],
    ['the header', Buffer.from('<title>Ñandú</title>', 'latin1'), 'iso-8859-1'],
    ['the page', Buffer.from('<meta charset="windows-1252"><title>Ñandú</title>', 'latin1'), null],
    [
      'the page, as of old',
      Buffer.from(
        '<meta http-equiv=content-type content="text/html; charset=latin1"><title>Ñandú</title>',
        'latin1',
      ),
      null,
    ],
    ['nobody', Buffer.from('<title>Ñandú</title>'), null],
    ['a header that names none', Buffer.from('<title>Ñandú</title>'), 'klingon'],
  ] as const)('is read in the letters that are told by %s', async (_who, bytes, charset) => {
    expect(await read(bytes, charset)).toMatchObject({ title: 'Ñandú' });
  });

  it('is cleaned of what turns a line around, cannot be seen, or towers over it', async () => {
    const title = `\u202eknab\u2066 Safe\u200b\u00ad\u0000 ba\u2028nk\u3164 a${'\u0301'.repeat(200)}`;
    const page = await read(`<title>x</title><meta property="og:title" content="${title}">`);
    expect(page?.title).toMatch(/^knab Safe ba nk á/);
    expect(page?.title).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u00ad\u3164\p{Cc}]/u);
    expect(page?.title.length).toBeLessThan(50);
    expect(await read('<title>\u202e\u3164\u200b</title>')).toBeNull();
  });

  it('is told of shortly, and never in half a character', async () => {
    const family = '👨‍👩‍👧‍👦';
    const page = await read(
      `<title>${family.repeat(100)}</title><meta name="description" content="${'word '.repeat(5_000)}">`,
    );
    expect(page?.title.length).toBeLessThanOrEqual(LIMITS.previewTitleMax);
    expect(page?.title.replaceAll(family, '')).toBe('');
    expect(page?.description?.length).toBeLessThanOrEqual(LIMITS.previewDescriptionMax);
  });

  it('that was made to take long does not', async () => {
    const deep = `${'<div>'.repeat(150_000)}${'</b>'.repeat(150_000)}<title>Late</title>`;
    const many = `<meta ${'a=b '.repeat(200_000)}>`;
    const startedAt = performance.now();
    expect(await readPage(bodyOf(deep, null, 65_536), ADDRESS)).toBeNull();
    expect(await readPage(bodyOf(many, null, 65_536), ADDRESS)).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});
