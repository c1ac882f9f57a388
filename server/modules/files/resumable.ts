import { mkdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { FileStore } from '@tus/file-store';
import { MemoryLocker, Server as TusServer } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  cutText,
  errorKinds,
  fileIdParams,
  LIMITS,
  newId,
  ProtocolError,
  RESUMABLE_PATH,
  resumablePath,
  uploadDetails,
} from '../../../protocol/index.ts';
import { retryAfterSeconds } from '../../plugins/errors.ts';
import { toProtocolError } from '../../plugins/to-protocol-error.ts';
import { actorOf } from '../sync/http.ts';
import type { FileServices } from './context.ts';
import { assertDiskRoom } from './disk-floor.ts';
import { presentFile, type StoredFile } from './presenter.ts';
import { resumableDir } from './staging.ts';
import { findFile, storeUpload } from './store-upload.ts';
import { UPLOAD_ROUTE } from './upload-route.ts';

/** The name of a staged upload. It holds the user's id, so that an address finds only the caller's own uploads. */
const stagedName = (userId: string, fileId: string): string => `${userId}_${fileId}`;
const NAME = /^([0-9a-f-]{36})_([0-9a-f-]{36})$/;
const STAGED_MS = LIMITS.orphanFileMs;

type Parts = { userId: string; fileId: string };
const partsOf = (name: string): Parts | null => {
  const [, userId, fileId] = NAME.exec(name) ?? [];
  return userId !== undefined && fileId !== undefined ? { userId, fileId } : null;
};

/**
 * Uploads in pieces (tus 1.0: creation, termination, expiration). The pieces lie in the staging folder of this machine; the
 * last one runs the same command as `POST /files`, and its answer is that call's. What is stored already answers HEAD as
 * complete, so that a lost last answer costs no second upload.
 */
export const resumableUploads: FastifyPluginAsyncZod<{ services: FileServices }> = async (
  app,
  { services },
) => {
  const directory = resumableDir(services.stagingDir);
  // Made at the first upload: it makes its folder at once, and not every process that reads has one to write to.
  const openStore = once(async () => {
    await mkdir(directory, { recursive: true });
    return new FileStore({ directory, expirationPeriodInMilliseconds: STAGED_MS });
  });
  const actors = new WeakMap<object, string>();
  const answers = new WeakMap<object, ServerResponse>();
  const actorOfTus = (request: TusRequest): string => {
    const raw = request.runtime?.node?.req;
    const actor = raw && actors.get(raw);
    if (actor === undefined) throw new ProtocolError('session_dead');
    return actor;
  };

  const finish = async (name: string, metadata: Metadata): Promise<StoredFile> => {
    const store = await openStore();
    const parts = partsOf(name);
    if (!parts) throw new ProtocolError('not_found');
    const { filename, posterOf } = readMetadata(metadata);
    const { userId: ownerId, fileId: id } = parts;
    try {
      const file = await storeUpload(services, {
        id,
        filename,
        posterOf,
        // Devices name only what they send as a document (sync/uploads/uploader.ts): its words may come after its bytes.
        isDocument: filename !== undefined,
        ownerId,
        path: `${directory}/${name}`,
      });
      await store.remove(name).catch(() => undefined);
      return file;
    } catch (error) {
      const problem = toProtocolError(error);
      // Final: sending the rest again would change nothing. Otherwise it stays for the next try.
      if (errorKinds[problem.kind].retry === 'final') await store.remove(name).catch(() => undefined);
      throw problem;
    }
  };

  const openTus = once(
    async () =>
      new TusServer({
        path: RESUMABLE_PATH,
        datastore: await openStore(),
        locker: new MemoryLocker(),
        maxSize: LIMITS.uploadBytesMax,
        relativeLocation: true,
        respectForwardedHeaders: false,
        allowedOrigins: [],
        namingFunction: (request, metadata) =>
          stagedName(actorOfTus(request), readMetadata(metadata ?? {}).id ?? newId()),
        generateUrl: (_request, { id }) => resumablePath(partsOf(id)?.fileId ?? ''),
        getFileIdFromRequest: (request, lastPart) => stagedName(actorOfTus(request), lastPart ?? ''),
        async onUploadCreate(request, upload) {
          await assertDiskRoom(directory, services.freeBytes);
          const known = await findFile(services, partsOf(upload.id)?.fileId ?? '');
          if (known && known.ownerId !== actorOfTus(request)) throw new ProtocolError('id_taken');
          return {};
        },
        async onUploadFinish(_request, upload) {
          const file = await finish(upload.id, upload.metadata ?? {});
          return { status_code: 200, body: JSON.stringify({ data: presentFile(file) }) };
        },
        exposedHeaders: ['Retry-After'],
        onResponseError(request, error) {
          const answer = answerOf(error);
          const raw = request.runtime?.node?.req;
          if (answer.retryAfter !== null && raw)
            answers.get(raw)?.setHeader('retry-after', answer.retryAfter);
          return answer;
        },
      }),
  );

  const hand = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    assertHeaders(request);
    const tus = await openTus();
    actors.set(request.raw, actorOf(request));
    answers.set(request.raw, reply.raw);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.setHeader('content-type', 'application/json; charset=utf-8');
    await tus.handle(request.raw, reply.raw);
  };

  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));

  const summary = 'Resumable upload (tus 1.0)';
  app.post(
    '/files/tus',
    { ...UPLOAD_ROUTE, schema: { summary: `${summary}: begin`, tags: ['files'] } },
    hand,
  );

  app.route({
    method: 'HEAD',
    url: '/files/tus/:id',
    ...UPLOAD_ROUTE,
    schema: { summary: `${summary}: how much is here`, tags: ['files'], params: fileIdParams },
    handler: async (request, reply) => {
      const name = stagedName(actorOf(request), request.params.id);
      const complete = await completedSize(services, await openStore(), name, finish);
      if (complete === null) return hand(request, reply);
      return reply
        .code(200)
        .headers({ 'tus-resumable': '1.0.0', 'upload-offset': complete, 'upload-length': complete })
        .send();
    },
  });

  for (const [method, what] of [
    ['PATCH', 'send on'],
    ['DELETE', 'give up'],
  ] as const)
    app.route({
      method,
      url: '/files/tus/:id',
      ...UPLOAD_ROUTE,
      schema: { summary: `${summary}: ${what}`, tags: ['files'], params: fileIdParams },
      handler: hand,
    });
};

/** What tus would refuse in plain text: we say it in the one shape of errors. Extensions that we lack are refused, too. */
const HEADERS: Record<string, RegExp> = {
  'tus-resumable': /^1\.0\.0$/,
  'upload-length': /^\d{1,15}$/,
  'upload-offset': /^\d{1,15}$/,
  'upload-metadata':
    /^[\x21-\x2b\x2d-\x7e]+(?: [A-Za-z0-9+/]*={0,2})?(?:, ?[\x21-\x2b\x2d-\x7e]+(?: [A-Za-z0-9+/]*={0,2})?)*$/,
};
const UNKNOWN = [
  'upload-concat',
  'upload-defer-length',
  'upload-checksum',
  'x-http-method-override',
  'x-requested-with',
];

const assertHeaders = ({ headers, method }: FastifyRequest): void => {
  const required = { POST: ['upload-length'], PATCH: ['upload-offset'] }[method] ?? [];
  const wrong = [
    ...Object.entries(HEADERS).filter(([name, shape]) => {
      const value = headers[name];
      const isNeeded = name === 'tus-resumable' || required.includes(name);
      return value === undefined ? isNeeded : !shape.test(String(value));
    }),
  ].map(([name]) => name);
  const unknown = UNKNOWN.filter((name) => headers[name] !== undefined);
  if (wrong.length + unknown.length === 0) return;
  throw new ProtocolError('validation', {
    errors: [...wrong, ...unknown].map((field) => ({ field, message: 'Not understood' })),
  });
};

type TusRequest = { runtime?: { node?: { req: object } | undefined } | undefined };
/** Runs an opening once, at its first use. */
const once = <T>(open: () => Promise<T>): (() => Promise<T>) => {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open();
    return opened;
  };
};

type Metadata = Record<string, string | null>;

/** The size of an upload that is whole: stored already, or lying here because storing it failed the last time. */
const completedSize = async (
  services: FileServices,
  store: FileStore,
  name: string,
  finish: (name: string, metadata: Metadata) => Promise<StoredFile>,
): Promise<number | null> => {
  const known = await findFile(services, partsOf(name)?.fileId ?? '');
  if (known?.state === 'ready' && known.ownerId === partsOf(name)?.userId) return known.sentSize;
  const staged = await store.getUpload(name).catch(() => null);
  if (staged?.size === undefined || staged.offset !== staged.size) return null;
  return (await finish(name, staged.metadata ?? {})).sentSize;
};

const readMetadata = (metadata: Metadata) => {
  const { id, filename, posterOf } = metadata;
  const parsed = uploadDetails.safeParse({
    id: id ?? undefined,
    filename: filename && cutText(filename, LIMITS.fileNameMax).toWellFormed().replaceAll('\0', ''),
    posterOf: posterOf ?? undefined,
  });
  if (parsed.success) return parsed.data;
  throw new ProtocolError('validation', {
    errors: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  });
};

const STATUS_KINDS: Record<number, 'not_found' | 'too_large' | 'conflict' | 'unsupported_type'> = {
  404: 'not_found',
  410: 'not_found',
  413: 'too_large',
  409: 'conflict',
  415: 'unsupported_type',
};

/** tus's own refusals and ours, in the one shape of errors. */
const answerOf = (error: unknown): { status_code: number; body: string; retryAfter: number | null } => {
  const own = error instanceof ProtocolError ? error : null;
  const status =
    typeof error === 'object' && error !== null && 'status_code' in error ? Number(error.status_code) : 500;
  const problem =
    own ?? (status >= 500 ? toProtocolError(error) : new ProtocolError(STATUS_KINDS[status] ?? 'validation'));
  const code = own || status >= 500 ? errorKinds[problem.kind].status : status;
  return {
    status_code: code,
    body: JSON.stringify({ status: code, ...problem.detail, requestId: newId() }),
    retryAfter: errorKinds[problem.kind].retry === 'wait' ? retryAfterSeconds(problem) : null,
  };
};
