import { filePath } from '../../../protocol/index.ts';
import type { Engine } from '../../../sync/index.ts';
import type { Session } from '../../session/session-types.ts';

interface SaveRequest {
  engine: Engine;
  session: Session;
  baseUrl: string;
  id: string;
  name: string;
  isLocal: boolean;
}

/** Hands a file to the device's own downloads. A plain link would carry no token. @returns whether there were bytes */
export const saveFile = async ({
  engine,
  session,
  baseUrl,
  id,
  name,
  isLocal,
}: SaveRequest): Promise<boolean> => {
  const bytes = isLocal ? await engine.files.read(id) : await fetchBlob(session, baseUrl, filePath(id));
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

/** What lies at a path of the API, with the member's token; null when it cannot be had. */
export const fetchBlob = async (
  session: Pick<Session, 'token'>,
  baseUrl: string,
  path: string,
): Promise<Blob | null> => {
  try {
    const answer = await fetch(new URL(path, baseUrl), {
      headers: { authorization: `Bearer ${session.token() ?? ''}` },
    });
    // A captive portal answers with a page of its own; our server has none at these addresses.
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
    return answer.ok && !isPage ? await answer.blob() : null;
  } catch {
    return null;
  }
};
