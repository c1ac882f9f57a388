import { randomUUID } from 'node:crypto';

export type FormPart = { name: string; bytes: Uint8Array | string; filename?: string; type?: string };

/** A multipart body as a browser writes one. */
export const multipartOf = (
  parts: readonly FormPart[],
): { headers: Record<string, string>; payload: Buffer } => {
  const boundary = `tambay-${randomUUID()}`;
  const chunks: Buffer[] = [];
  for (const { name, bytes, filename, type = 'application/octet-stream' } of parts) {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: ${type}`;
    chunks.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    );
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat(chunks),
  };
};
