import { mkdir } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { fileIdParams, fileQuery, fileResponse, LIMITS, ProtocolError } from '../../../protocol/index.ts';
import { readSnapshot } from '../../db/database.ts';
import { MissingBytesError } from '../../storage/file-storage.ts';
import { actorOf } from '../sync/http.ts';
import type { FileServices } from './context.ts';
import { assertDiskRoom } from './disk-floor.ts';
import { fileHeaders, readRange } from './headers.ts';
import { loadReadableFile } from './policy.ts';
import { presentFile, type StoredFile } from './presenter.ts';
import { withFormFile } from './read-form.ts';
import { resumableUploads } from './resumable.ts';
import { assertUploadTurn, storeUpload } from './store-upload.ts';
import { UPLOAD_ROUTE } from './upload-route.ts';

/** `/files`: upload in one piece or resumable, and read with the rights of what a file belongs to. */
export const filesModule: FastifyPluginAsyncZod<{ services: FileServices }> = async (app, { services }) => {
  const { db, stagingDir } = services;
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(resumableUploads, { services });

  app.post(
    '/files',
    {
      ...UPLOAD_ROUTE,
      schema: {
        summary: 'Upload a file: multipart, field `file`, at most 10,485,760 bytes',
        tags: ['files'],
        consumes: ['multipart/form-data'],
        response: { 201: fileResponse },
      },
    },
    async (request, reply) => {
      // What is refused half-way is not read to its end: an endless body must not keep the connection.
      reply.header('connection', 'close');
      await mkdir(stagingDir, { recursive: true });
      await assertDiskRoom(stagingDir, services.freeBytes);
      const ownerId = actorOf(request);
      assertUploadTurn(ownerId);
      const file = await withFormFile(request, stagingDir, (path, details) =>
        storeUpload(services, { ...details, ownerId, path }),
      );
      reply.removeHeader('connection');
      return reply.code(201).send({ data: presentFile(file) });
    },
  );

  app.get(
    '/files/:id',
    {
      config: { access: 'session', limit: 'download' },
      compress: false,
      handlerTimeout: READ_TIMEOUT_MS,
      schema: {
        summary: 'The bytes of a file, for callers who may read what it belongs to; ranges are answered',
        tags: ['files'],
        params: fileIdParams,
        querystring: fileQuery,
      },
    },
    async (request, reply) => {
      const file = await readSnapshot(db, (tx) => loadReadableFile(tx, request.params.id, actorOf(request)));
      return sendFile(services, file, request, reply, request.query.w).catch((error: unknown) => {
        // The row without its bytes: only one of the two was restored. It may come back, and lists still show their rows.
        throw new ProtocolError(error instanceof MissingBytesError ? 'not_found' : 'unavailable', {
          cause: error,
        });
      });
    },
  );
};

/** The slowest link we serve takes this long for the largest file. */
const READ_TIMEOUT_MS = 30 * 60_000;

const sendFile = async (
  { storage }: FileServices,
  file: StoredFile,
  request: FastifyRequest,
  reply: FastifyReply,
  width: number | undefined,
) => {
  const variant = chooseVariant(file, width, request.headers.accept ?? '');
  const mime =
    variant === undefined ? (file.mime ?? 'application/octet-stream') : `image/${variant.split('.')[1]}`;
  reply.headers(fileHeaders(mime, file.name));
  if (width !== undefined) reply.header('vary', 'authorization, accept');
  // Small copies are read whole; their length is known once they are.
  if (variant !== undefined) {
    if (request.method === 'HEAD') return reply.send();
    return reply.send(await storage.read(`${file.storageKey}/${variant}`));
  }
  const size = file.size ?? 0;
  const key = `${file.storageKey}/whole`;
  const range = readRange(request.headers.range, size);
  if (range.kind === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).header('content-length', 0).send();
  }
  const part = range.kind === 'part' ? range : undefined;
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  reply.header('content-length', part ? part.end - part.start + 1 : size);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await storage.read(key, part));
};

/** The smallest copy that is wide enough, as AVIF where the reader takes it; none, and the whole picture it is. */
const chooseVariant = (
  { variants }: StoredFile,
  width: number | undefined,
  accept: string,
): string | undefined => {
  if (width === undefined) return undefined;
  const edges = LIMITS.thumbnailWidths.filter((edge) => edge >= width);
  for (const edge of edges) {
    const names = accept.includes('image/avif') ? [`${edge}.avif`, `${edge}.webp`] : [`${edge}.webp`];
    const found = names.find((name) => variants.includes(name));
    if (found) return found;
  }
  return undefined;
};
