import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import {
  cutText,
  LIMITS,
  ProtocolError,
  type UploadDetails,
  uploadDetails,
} from '../../../protocol/index.ts';
import { withStagedFile } from './staging.ts';

/** One file and our optional fields. */
export const FORM_LIMITS = {
  fileSize: LIMITS.uploadBytesMax,
  files: 1,
  fields: 3,
  parts: 4,
  fieldSize: 1_024,
  headerPairs: 100,
} as const;

/**
 * Reads `POST /files`: the field `file`, and `id` and `posterOf` beside it. The bytes are counted while they come.
 * @throws ProtocolError `too_large`, `validation`
 */
export const withFormFile = async <T>(
  request: FastifyRequest,
  stagingDir: string,
  work: (path: string, details: UploadDetails) => Promise<T>,
): Promise<T> => {
  if (!request.isMultipart()) throw new ProtocolError('unsupported_type');
  const part = await request.file({ limits: FORM_LIMITS }).catch(refuse);
  if (part?.fieldname !== 'file') {
    part?.file.resume();
    throw new ProtocolError('validation', { errors: [{ field: 'file', message: 'Required' }] });
  }
  return withStagedFile(stagingDir, part.file, async (path) => {
    if (part.file.truncated) throw new ProtocolError('too_large');
    return work(path, readDetails(part));
  }).catch(refuse);
};

const readDetails = ({ fields, filename }: MultipartFile): UploadDetails => {
  const textOf = (name: string): string | undefined => {
    const field = fields[name];
    return field && !Array.isArray(field) && field.type === 'field' ? String(field.value) : undefined;
  };
  const parsed = uploadDetails.safeParse({ id: textOf('id'), posterOf: textOf('posterOf') });
  if (!parsed.success) {
    throw new ProtocolError('validation', {
      errors: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
    });
  }
  // A name that cannot be kept is no reason to refuse a file.
  return {
    ...parsed.data,
    filename: cutText(filename, LIMITS.fileNameMax).toWellFormed().replaceAll('\0', ''),
  };
};

/** What the parser says of a broken form is the caller's mistake, never ours. */
const refuse = (error: unknown): never => {
  if (error instanceof ProtocolError) throw error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') throw new ProtocolError('too_large', { cause: error });
  if (/^FST_|^ERR_STREAM_PREMATURE_CLOSE$|^ECONNRESET$/.test(code) || isParserError(error))
    throw new ProtocolError('validation', { cause: error });
  throw error;
};

/** busboy's own errors have no code: `Unexpected end of form`, `Malformed part header`, … */
const isParserError = (error: unknown): boolean => error instanceof Error && !('code' in error);
