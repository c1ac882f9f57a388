import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { zipTables } from './zip-tables.ts';

async function* pictures() {
  yield { name: 'media/a.webp', bytes: new Blob([new Uint8Array([0, 255, 7])]) };
  yield { name: 'media/empty.bin', bytes: new Blob([]) };
}

it('packs each table into a JSON file of its own, whatever its length, and files as they are', async () => {
  const messages = Array.from({ length: 1_201 }, (_, seq) => ({ seq, content: `Mensahe “${seq}”\n🌴` }));
  const tables = { messages, drafts: [{ content: 'Hindi pa tapos' }], likes: [] };
  const zip = await zipTables(tables, pictures());
  const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const { 'media/a.webp': picture, 'media/empty.bin': empty, ...json } = entries;
  expect([picture, empty]).toEqual([new Uint8Array([0, 255, 7]), new Uint8Array()]);
  const read = Object.entries(json).map(([name, bytes]) => [name, JSON.parse(strFromU8(bytes))]);
  expect(Object.fromEntries(read)).toEqual({
    'messages.json': messages,
    'drafts.json': tables.drafts,
    'likes.json': [],
  });
});
