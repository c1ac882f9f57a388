import { one } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { chosenId, freeText, uuid } from '../text.ts';
import { z } from '../zod.ts';

export const fileIdParams = z.object({ id: uuid() });

/** `GET /files/{id}`: `w` asks for a picture no wider than that. */
export const fileQuery = z.object({
  w: z.optional(
    z.coerce.number().check(
      z.int(),
      z.refine((width) => LIMITS.thumbnailWidths.some((known) => known === width), 'No such width'),
    ),
  ),
});

/** What a stored file is, as its uploader is told (docs/decisions/0010). `url` needs the same token as every call. */
export const storedFile = z.object({
  id: z.uuid(),
  url: z.string(),
  mime: z.string(),
  size: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  blurhash: z.nullable(z.string()),
});
export type StoredFileAnswer = z.infer<typeof storedFile>;
export const fileResponse = one(storedFile);

/**
 * What may be said with the bytes, in fields of the form or in the metadata of a resumable upload. All of it is ours and
 * optional: a client that knows only the specification sends the field `file` and nothing else.
 */
export const uploadDetails = z.object({
  /** The id that a message may have named already. */
  id: z.optional(chosenId()),
  filename: z.optional(freeText(LIMITS.fileNameMax)),
  /** The video that this picture is the still of. */
  posterOf: z.optional(uuid()),
});
export type UploadDetails = z.output<typeof uploadDetails>;

/** Where a file's bytes are read, below the origin of the API. */
export const filePath = (id: string, width?: number): string =>
  `/api/v1/files/${id}${width === undefined ? '' : `?w=${width}`}`;

/** Where resumable uploads begin (tus 1.0). Each goes on under its file's id, so that it is found again without notes. */
export const RESUMABLE_PATH = '/api/v1/files/tus';
export const resumablePath = (fileId: string): string => `${RESUMABLE_PATH}/${fileId}`;
