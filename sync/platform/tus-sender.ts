import { RESUMABLE_PATH, resumablePath } from '../../protocol/index.ts';
import type { FileSender } from './ports.ts';

/** Uploads in pieces through tus-js-client, without its retries: when to try again is decided by the engine, over restarts. */
export const createTusSender = ({ baseUrl }: { baseUrl: string }): FileSender => {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');
  return {
    async digest(bytes) {
      const { subtle } = globalThis.crypto;
      if (subtle === undefined) return null;
      const digest = await subtle.digest('SHA-256', await bytes.arrayBuffer());
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    async send(file) {
      const { sendPieces } = await import('./tus-upload.ts');
      file.signal.throwIfAborted();
      return sendPieces(
        { endpoint: `${base}${RESUMABLE_PATH}`, uploadUrl: `${base}${resumablePath(file.fileId)}` },
        file,
      );
    },
  };
};
