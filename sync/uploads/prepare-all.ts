import { ProtocolError } from '../../protocol/index.ts';
import type { Preparation, PreparedFile } from './preparing.ts';
import type { UploadRow } from './upload-row.ts';

/**
 * Prepares everything that stands to be prepared, one by one: two large pictures at once would end the page of an old phone.
 * @param prepare rejects for what cannot be read: that file has failed; null leaves it to a later pass, `asked` to the member
 * @param canPrepare what it says no to stays as it is
 */
export const prepareAll = async (
  preparation: Preparation,
  prepare: (row: UploadRow, bytes: Blob) => Promise<PreparedFile | 'asked' | null>,
  canPrepare: (row: UploadRow) => boolean = () => true,
): Promise<void> => {
  const tried = new Set<string>();
  for (;;) {
    const row = (await preparation.list()).find((one) => !tried.has(one.id) && canPrepare(one));
    if (row === undefined) return;
    tried.add(row.id);
    const bytes = await preparation.begin(row.id);
    if (bytes === null) continue;
    let prepared: PreparedFile | 'asked' | null;
    try {
      prepared = await prepare(row, bytes);
    } catch (error) {
      await preparation.fail(row.id, error instanceof ProtocolError ? error.kind : undefined);
      continue;
    }
    if (prepared === 'asked') {
      // It was sent meanwhile: then it goes as it was picked.
      if (!(await preparation.ask(row.id))) tried.delete(row.id);
    } else if (prepared !== null) await preparation.finish(row.id, prepared);
  }
};
