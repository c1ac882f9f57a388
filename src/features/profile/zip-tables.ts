import type { CopiedFile } from './device-media.ts';

/** So many rows are packed at a time: the screen stays responsive between them. */
const SLICE = 500;

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Tables as a ZIP of one JSON file each, and files beside them. What packs them is loaded only now: few members ever need it. */
export const zipTables = async (
  tables: Readonly<Record<string, readonly unknown[]>>,
  files: AsyncIterable<CopiedFile>,
): Promise<Blob> => {
  const { strToU8, Zip, ZipDeflate, ZipPassThrough } = await import('fflate');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    parts.push(new Uint8Array(chunk));
  });
  for (const [name, rows] of Object.entries(tables)) {
    const file = new ZipDeflate(`${name}.json`);
    zip.add(file);
    file.push(strToU8('['));
    for (let at = 0; at < rows.length; at += SLICE) {
      const lines = rows.slice(at, at + SLICE).map((row) => JSON.stringify(row));
      file.push(strToU8(`${at === 0 ? '' : ','}\n${lines.join(',\n')}`));
      await nextTurn();
    }
    file.push(strToU8('\n]\n'), true);
  }
  for await (const { name, bytes } of files) {
    // Pictures do not get smaller a second time.
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(new Uint8Array(await bytes.arrayBuffer()), true);
    await nextTurn();
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
};
