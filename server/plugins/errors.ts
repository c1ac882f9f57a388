import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import {
  type ErrorBody,
  errorKinds,
  errorTextsFil,
  type LanguageTag,
  newId,
  ProtocolError,
  z,
} from '../../protocol/index.ts';
import { languageOfRequest } from '../modules/auth/language.ts';
import { BARE_HEADERS } from './security-headers.ts';
import { kindOfStatus, toProtocolError } from './to-protocol-error.ts';

const DEFAULT_WAIT_MS = 5_000;

/** Answers every error with the same body (docs/decisions/0001). Nothing of a 5xx reaches the caller but its kind. */
export const errorsPlugin = fastifyPlugin(
  async (app) => {
    app.setErrorHandler(answerError);
  },
  { name: 'errors' },
);

/** The answer to anything thrown in a request. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const failure = toProtocolError(error);
  const { status, retry } = errorKinds[failure.kind];
  if (status >= 500) request.log.error({ err: error }, 'Request failed');
  // RFC 9110 §11.6.1: a 401 names how to sign in.
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (retry === 'wait') reply.header('retry-after', retryAfterSeconds(failure));
  const language = languageOfRequest(request) ?? 'en-US';
  return reply
    .code(status)
    .header('content-language', language)
    .type('application/json; charset=utf-8')
    .send(errorBodyOf(failure, request.id, language));
};

/** Errors that Fastify meets before it has found a route: a broken address or version constraint. */
export const answerFrameworkError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  void answerError(error, request, reply.headers(BARE_HEADERS));
};

/** What `Retry-After` says of a failure. */
export const retryAfterSeconds = ({ retryAfterMs }: ProtocolError): number =>
  Math.max(1, Math.ceil((retryAfterMs ?? DEFAULT_WAIT_MS) / 1_000));

/** Words for this very case are English; those of a kind are in the language that the request asks for. */
const errorBodyOf = (failure: ProtocolError, requestId: string, language: LanguageTag): ErrorBody => {
  const { status } = errorKinds[failure.kind];
  const isOfKind = !failure.hasOwnWords;
  return {
    status,
    ...failure.detail,
    ...(isOfKind && language === 'fil' ? { message: errorTextsFil[failure.kind] } : {}),
    requestId,
  };
};

const statusesByNodeCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const withCode = z.object({ code: z.string() });

/** What Node's own HTTP parser refuses never becomes a request; the answer is written to the socket itself. */
export const answerClientError = (error: unknown, socket: Socket): void => {
  const code = withCode.safeParse(error).data?.code ?? '';
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusesByNodeCode[code] ?? 400;
  const failure = new ProtocolError(kindOfStatus(status));
  const body = JSON.stringify({ ...errorBodyOf(failure, newId(), 'en-US'), status });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(BARE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
