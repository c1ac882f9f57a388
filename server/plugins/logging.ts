import type { FastifyLoggerOptions } from 'fastify';
import type { LoggerOptions } from 'pino';
import type { LogLevel } from '../config.ts';

const HIDDEN = ['authorization', 'cookie', 'token', 'accessToken', 'password', 'passwordHash', 'email'];

/** Two paths carry what opens something: the code of a sign-in by QR, and the auth secret of a push subscription. */
const SECRET_IN_PATH =
  /^(\/api\/v1\/(?:auth\/qr\/(?:sessions|grants)|notifications\/push)\/)(?!register$|key$)[^/]+/;
const pathOf = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(SECRET_IN_PATH, (_path, before: string) => `${before}[hidden]`);

/** Logs carry ids and paths, never what people wrote or what lets somebody in. Query strings stay out altogether. */
export const loggerOptions = (level: LogLevel): FastifyLoggerOptions & LoggerOptions => ({
  level,
  redact: {
    paths: HIDDEN.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    censor: '[hidden]',
  },
  serializers: {
    req: ({ method, url, ip }) => ({ method, path: pathOf(url), address: ip }),
    err: describeError,
  },
});

/** A failed query's own message repeats its parameters, and so what people wrote: only the statement is kept. */
const describeError = (error: unknown): { type: string; message: string; stack: string } => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const causes: string[] = [];
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    causes.push(`${cause.name}: ${cause.message.split('\nparams:', 1)[0]}`);
  }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { type: error.name, message: causes.join(' ← '), stack: frames.join('\n') };
};
