import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { zipTables } from './zip-tables.ts';

it('packs each table into a JSON file of its own, whatever its length', async () => {
  const messages = Array.from({ length: 1_201 }, (_, seq) => ({ seq, content: `Mensahe “${seq}”\n🌴` }));
  const tables = { messages, drafts: [{ content: 'Hindi pa tapos' }], likes: [] };
  const zip = await zipTables(tables);
  const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const read = Object.entries(entries).map(([name, bytes]) => [name, JSON.parse(strFromU8(bytes))]);
  expect(Object.fromEntries(read)).toEqual({
    'messages.json': messages,
    'drafts.json': tables.drafts,
    'likes.json': [],
  });
});
