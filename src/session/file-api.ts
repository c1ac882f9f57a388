import { ProtocolError } from '../../protocol/index.ts';
import { callerHeaders, type HttpClient } from '../../sync/http.ts';
import type { CallFailures } from './call-server.ts';

export type FileApi = {
  /**
   * The bytes at a path of the API, as `/api/v1/files/…`, in one piece and however long that takes; null when they cannot be
   * had. `cache`: `default` unless the browser must not keep them.
   */
  fileBytes(
    token: string | null,
    path: string,
    options?: { signal?: AbortSignal; cache?: RequestCache },
  ): Promise<Blob | null>;
};

export const createFileApi = (
  http: HttpClient,
  { onSessionDead }: Pick<CallFailures, 'onSessionDead'>,
): FileApi => ({
  async fileBytes(token, path, options) {
    try {
      const headers = { accept: '*/*', ...callerHeaders(token ?? '') };
      const answer = await http(path, { headers, cache: 'default', ...options });
      // A captive portal answers with a page of its own; our server has none at these addresses.
      const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
      return isPage ? null : await answer.blob();
    } catch (error) {
      // Other failures are no more than a file that is not there: each place has its own words for that.
      if (error instanceof ProtocolError && error.kind === 'session_dead' && token !== null)
        onSessionDead(token);
      return null;
    }
  },
});
