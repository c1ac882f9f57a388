/** So many rows are packed at a time: the screen stays alive between them. */
const SLICE = 500;

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Tables as a ZIP of one JSON file each. What packs them is loaded only now: few members ever need it. */
export const zipTables = async (tables: Readonly<Record<string, readonly unknown[]>>): Promise<Blob> => {
  const { strToU8, Zip, ZipDeflate } = await import('fflate');
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
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
};
