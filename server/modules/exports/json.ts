import type { ZipEntry } from './zip.ts';

const encoder = new TextEncoder();

/** Some rows, and what names the place where the next ones begin. */
export type Page<Row> = { rows: readonly Row[]; next: string | null };

/** Row by row through all pages; the next page is asked for when the one before it has been used. */
export async function* readPages<Row>(
  read: (after: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  for (let after: string | undefined; ; ) {
    const { rows, next } = await read(after);
    yield* rows;
    if (next === null) return;
    after = next;
  }
}

/** Rows as one JSON array, of which only a row at a time is in memory. */
export async function* jsonParts(rows: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  let before = '[\n';
  for await (const row of rows) {
    yield encoder.encode(before + JSON.stringify(row));
    before = ',\n';
  }
  yield encoder.encode(before === '[\n' ? '[]\n' : '\n]\n');
}

async function* jsonWhole(value: unknown): AsyncGenerator<Uint8Array> {
  yield encoder.encode(`${JSON.stringify(value, null, 1)}\n`);
}

export const jsonFile = (name: string, value: unknown): ZipEntry => ({
  name,
  isCompressed: false,
  bytes: jsonWhole(value),
});
