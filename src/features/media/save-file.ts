import { filePath } from '../../../protocol/index.ts';
import type { Engine } from '../../../sync/index.ts';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session-types.ts';

interface SaveRequest {
  engine: Engine;
  api: Pick<Api, 'fileBytes'>;
  session: Pick<Session, 'token'>;
  id: string;
  name: string;
  isLocal: boolean;
}

/** Hands a file to the device's own downloads. A plain link would carry no token. @returns whether there were bytes */
export const saveFile = async ({
  engine,
  api,
  session,
  id,
  name,
  isLocal,
}: SaveRequest): Promise<boolean> => {
  const bytes = isLocal ? await engine.files.read(id) : await api.fileBytes(session.token(), filePath(id));
  if (bytes === null) return false;
  saveBlob(bytes, name);
  return true;
};

/** Hands bytes to the device's own downloads. */
export const saveBlob = (bytes: Blob, name: string): void => {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
