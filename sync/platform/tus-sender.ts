import { RESUMABLE_PATH, resumablePath } from '../../protocol/index.ts';
import { createChunkSize } from './chunk-size.ts';
import type { FileSender } from './ports.ts';

/** Uploads in chunks through tus-js-client, without its retries: when to try again is decided by the engine, over restarts. */
export const createTusSender = ({ baseUrl }: { baseUrl: string }): FileSender => {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');
  const chunk = createChunkSize();
  return {
    async digest(bytes) {
      const { subtle } = globalThis.crypto;
      if (subtle === undefined) return null;
      const digest = await subtle.digest('SHA-256', await bytes.arrayBuffer());
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    async send(file) {
      const { sendChunks } = await import('./tus-upload.ts');
      file.signal.throwIfAborted();
      return sendChunks(
        { endpoint: `${base}${RESUMABLE_PATH}`, uploadUrl: `${base}${resumablePath(file.fileId)}` },
        file,
        chunk,
      );
    },
  };
};
