import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { isProgram } from './is-program.ts';
import { kindOfFile } from './keep-file.ts';

const file = (name: string, bytes: string | Uint8Array<ArrayBuffer>) => new File([bytes], name);

const archive = (...names: string[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(zipSync(Object.fromEntries(names.map((name) => [name, new TextEncoder().encode(name)]))));

it.each([
  ['of Windows', file('a.txt', 'MZ\u0001'), true],
  ['of Linux', file('a', '\u007fELF'), true],
  ['of macOS', file('a', new Uint8Array([0xcf, 0xfa, 0xed, 0xfe])), true],
  ['of Java', file('a.class', new Uint8Array([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 0x34])), true],
  [
    'of Android, whatever it is called',
    file('laro.zip', archive('AndroidManifest.xml', 'classes.dex')),
    true,
  ],
  ['no program, an archive', file('a.apk', archive('liham.txt', 'larawan.jpg')), false],
  ['no program, a torn archive', file('a.zip', 'PK\u0003\u0004'), false],
  ['no program, a page', file('a.html', '<html>'), false],
  ['no program, nothing', file('a.txt', ''), false],
])('knows a program %s', async (_what, one, expected) => {
  expect(await isProgram(one)).toBe(expected);
});

it.each([
  ['image/jpeg', 'image'],
  ['image/bmp', 'image'],
  ['image/heic', 'file'],
  ['image/tiff', 'file'],
  ['image/svg+xml', 'file'],
  ['image/vnd.adobe.photoshop', 'file'],
  ['video/mp4', 'video'],
  ['video/x-matroska', 'file'],
  ['', 'file'],
])('takes %s for a %s', (type, kind) => {
  expect(kindOfFile({ type, name: 'a' }, true)).toBe(kind);
});

it.each([
  ['image/bmp', 'a', 'image', 'image'],
  ['', 'guhit.BMP', 'image', 'image'],
  ['image/tiff', 'a', 'file', 'image'],
  ['image/heic', 'a', 'file', 'image'],
  ['', 'IMG_1.HEIC', 'file', 'image'],
  ['text/plain', 'a.heic', 'file', 'file'],
  ['image/svg+xml', 'a.svg', 'file', 'file'],
] as const)(
  'takes a picture of type “%s” and name %s for a %s among files, else for a %s',
  (type, name, among, alone) => {
    expect(kindOfFile({ type, name }, true)).toBe(among);
    expect(kindOfFile({ type, name }, false)).toBe(alone);
  },
);
