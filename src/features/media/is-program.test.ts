import { expect, it } from 'vitest';
import { isProgram } from './is-program.ts';
import { kindOfFile } from './keep-file.ts';

const file = (name: string, bytes: string | Uint8Array<ArrayBuffer>) => new File([bytes], name);

it.each([
  ['of Windows', file('a.txt', 'MZ\u0001'), true],
  ['of Linux', file('a', '\u007fELF'), true],
  ['of macOS', file('a', new Uint8Array([0xcf, 0xfa, 0xed, 0xfe])), true],
  ['of Java', file('a.class', new Uint8Array([0xca, 0xfe, 0xba, 0xbe])), true],
  ['of Android', file('Laro.APK', 'PK'), true],
  ['no program, a letter', file('a.docx', 'PK'), false],
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
  expect(kindOfFile({ type })).toBe(kind);
});
