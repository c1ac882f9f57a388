import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { exportResponse, ProtocolError } from '../../../protocol/index.ts';
import { MissingBytesError } from '../../storage/file-storage.ts';
import { fileHeaders } from '../files/headers.ts';
import { actorOf } from '../sync/http.ts';
import { type ExportServices, findExport, presentExport, requestExport } from './exports.ts';
import { keyOf } from './write-export.ts';

/** The slowest link we serve takes this long for a large copy. */
const READ_TIMEOUT_MS = 60 * 60_000;

/** `/account/export`: a copy of all that the server holds of a member, for that member alone, suspended or not. */
export const exportsModule: FastifyPluginAsyncZod<{ services: ExportServices }> = async (
  app,
  { services },
) => {
  const { db, clock } = services;

  app.post(
    '/account/export',
    {
      config: { access: 'session', limit: 'export', whileSuspended: true },
      schema: {
        summary: 'Ask for a copy of all my data, once a day; a mail says when it is ready',
        tags: ['auth'],
        response: { 201: exportResponse },
      },
    },
    async (request, reply) => {
      const begun = await requestExport(services, actorOf(request));
      return reply.code(201).send({ data: presentExport(begun) });
    },
  );

  app.get(
    '/account/export',
    {
      config: { access: 'session', whileSuspended: true },
      schema: {
        summary: 'How far the copy of my data is',
        tags: ['auth'],
        response: { 200: exportResponse },
      },
    },
    async (request) => ({ data: presentExport(await findExport(db, actorOf(request), clock.now())) }),
  );

  app.get(
    '/account/export/file',
    {
      config: { access: 'session', limit: 'export', whileSuspended: true },
      compress: false,
      handlerTimeout: READ_TIMEOUT_MS,
      schema: { summary: 'The copy of my data as a ZIP', tags: ['auth'] },
    },
    async (request, reply) => sendExport(services, request, reply),
  );
};

const sendExport = async (
  { db, clock, storage }: ExportServices,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const row = await findExport(db, actorOf(request), clock.now());
  if (!row?.readyAt || row.bytes === null) throw new ProtocolError('not_found');
  const bytes = await storage.read(keyOf(row)).catch((error: unknown) => {
    throw new ProtocolError(error instanceof MissingBytesError ? 'not_found' : 'unavailable', {
      cause: error,
    });
  });
  reply
    .headers(fileHeaders('application/zip', `tambay-${row.readyAt.toISOString().slice(0, 10)}.zip`))
    // Not kept like a picture: it is everything that the member has, and it is gone here in days.
    .header('cache-control', 'no-store')
    .header('accept-ranges', 'none')
    .header('content-length', row.bytes);
  if (request.method !== 'HEAD') return reply.send(bytes);
  bytes.destroy();
  return reply.send();
};
