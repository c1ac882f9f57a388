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
  const bytes = isLocal ? await engine.files.read(id) : await fetchFile(session, baseUrl, id);
  if (bytes === null) return false;
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return true;
};

const fetchFile = async (session: Session, baseUrl: string, id: string): Promise<Blob | null> => {
  try {
    const answer = await fetch(new URL(filePath(id), baseUrl), {
      headers: { authorization: `Bearer ${session.token() ?? ''}` },
    });
    return answer.ok ? await answer.blob() : null;
  } catch {
    return null;
  }
};
