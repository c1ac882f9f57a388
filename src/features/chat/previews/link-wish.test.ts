import { describe, expect, it } from 'vitest';
import { firstLink } from './first-link.ts';
import { readWish, wishOfEdit, wishOfMessage } from './link-wish.ts';

const link = 'https://news.example/a';
const preview = { url: link, title: 'A page', description: null, picture: null };
const alone = { link, isWished: true, declined: null, edited: null };

describe('the link of words', () => {
  it('is the first that opens a site of the open net, as it stands there', () => {
    expect(firstLink('Tingnan mo: https://News.example/a, ganda!')).toBe('https://News.example/a');
    expect(firstLink('http://192.168.1.1/ saka https://localhost/ at (https://b.example/x)')).toBe(
      'https://b.example/x',
    );
    expect(firstLink('https://bank.example@evil.example/ https://c.example:8080/')).toBeNull();
    expect(firstLink('b.example at mailto:ana@b.example')).toBeNull();
    expect(firstLink(`https://b.example/${'x'.repeat(3_000)}`)).toBeNull();
  });
});

describe('the preview of a link in the field', () => {
  it('is wished by the setting, asked for once, and not where it is off or was taken away', () => {
    expect(readWish(alone).state).toBe('shows');
    expect(readWish({ ...alone, isWished: null }).state).toBe('asks');
    for (const isWished of [false, undefined]) expect(readWish({ ...alone, isWished }).state).toBe('none');
    expect(readWish({ ...alone, declined: link }).state).toBe('none');
    expect(readWish({ ...alone, declined: 'https://other.example' }).state).toBe('shows');
    expect(readWish({ ...alone, link: null }).state).toBe('none');
  });

  it('of an edited message is shown while its link stands, whatever the setting is', () => {
    for (const isWished of [null, false, undefined])
      expect(readWish({ ...alone, isWished, edited: { preview } }).state).toBe('shows');
    expect(readWish({ ...alone, isWished: null, edited: {} }).state).toBe('none');
    expect(
      readWish({ ...alone, isWished: false, link: 'https://b.example/', edited: { preview } }).state,
    ).toBe('none');
  });

  it('goes with what is sent: named, left out, or taken away', () => {
    expect(wishOfMessage(readWish(alone))).toEqual({ preview: link });
    expect(wishOfMessage(readWish({ ...alone, isWished: null }))).toEqual({});
    expect(wishOfMessage(readWish({ ...alone, declined: link }))).toEqual({});
    expect(wishOfEdit(readWish(alone))).toEqual({ preview: link });
    expect(wishOfEdit(readWish({ ...alone, declined: link }))).toEqual({ preview: null });
    expect(wishOfEdit(readWish({ ...alone, link: null, edited: { preview } }))).toEqual({ preview: null });
    // What the device does not know it leaves to the server, which keeps what its link still stands for.
    expect(wishOfEdit(readWish({ ...alone, isWished: null, edited: undefined }))).toEqual({});
    expect(wishOfEdit(readWish({ ...alone, isWished: undefined, edited: {} }))).toEqual({});
  });
});
