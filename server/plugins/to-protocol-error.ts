import { DrizzleQueryError } from 'drizzle-orm';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ErrorKind, type FieldError, ProtocolError, z } from '../../protocol/index.ts';
import { sqlStateOf } from '../db/sql-state.ts';

/** Values that PostgreSQL cannot hold, and our own trouble. Whole classes have two characters. */
const kindsBySqlState: Record<string, ErrorKind> = {
  '22P02': 'validation',
  '22003': 'validation',
  '22007': 'validation',
  '22008': 'validation',
  '22021': 'validation',
  '22P05': 'validation',
  '54000': 'validation',
  '23505': 'conflict',
  '40001': 'unavailable',
  '40P01': 'unavailable',
  '55P03': 'unavailable',
  '57014': 'unavailable',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '25P03': 'unavailable',
  '08': 'unavailable',
  '53': 'unavailable',
};

const kindsByStatus: Record<number, ErrorKind> = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'rate_limited',
  431: 'too_large',
  503: 'unavailable',
};

const withCode = z.object({ code: z.string() });
const FULL = new Set(['ENOSPC', 'EDQUOT']);
const withStatus = z.object({ statusCode: z.int() });

/** Whatever was thrown, as one of the closed set of kinds; unexpected errors are `internal`. */
export const toProtocolError = (error: unknown): ProtocolError => {
  if (error instanceof ProtocolError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new ProtocolError('validation', {
      errors: firstOfEachField(error.validation.map(toFieldError)),
      cause: error,
    });
  }
  return new ProtocolError(kindOf(error), { cause: error });
};

const kindOf = (error: unknown): ErrorKind => {
  const sqlState = sqlStateOf(error);
  if (sqlState !== undefined) {
    return kindsBySqlState[sqlState] ?? kindsBySqlState[sqlState.slice(0, 2)] ?? 'internal';
  }
  // A query failed and PostgreSQL has not said why: the way there is broken.
  if (error instanceof DrizzleQueryError) return 'unavailable';
  // The disk is full: our own trouble, and perhaps over soon.
  if (FULL.has(withCode.safeParse(error).data?.code ?? '')) return 'unavailable';
  return kindOfStatus(withStatus.safeParse(error).data?.statusCode ?? 500);
};

/** The kind that stands for an HTTP status of Fastify or Node. */
export const kindOfStatus = (status: number): ErrorKind =>
  kindsByStatus[status] ?? (status >= 400 && status < 500 ? 'validation' : 'internal');

const toFieldError = (issue: { instancePath: string; message?: string | undefined }): FieldError => ({
  field: issue.instancePath.split('/').filter(Boolean).join('.'),
  message: issue.message ?? '',
});

/** A form has one line under each field; what is empty need not also be told that it cannot be shown. */
const firstOfEachField = (errors: FieldError[]): FieldError[] =>
  errors.filter(({ field }, index) => errors.findIndex((other) => other.field === field) === index);
