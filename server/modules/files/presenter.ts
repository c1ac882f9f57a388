import { filePath, type Media, type StoredFileAnswer, soundOf } from '../../../protocol/index.ts';
import type { files } from '../../db/schema.ts';

export type StoredFile = typeof files.$inferSelect;

/** A file as the row that carries it shows it. Its owner is not in it: a post may be anonymous. */
export const presentMedia = (row: StoredFile, posterId: string | null): Media => {
  const { id, state, kind, mime, size, width, height, blurhash, name } = row;
  return { id, state, kind, mime, size, width, height, blurhash, name, posterId, ...soundOf(row) };
};

/** The judge has given it this type: it holds sound and nothing else. */
export const isSound = ({ mime }: Pick<StoredFile, 'mime'>): boolean => mime?.startsWith('audio/') === true;

/** A file as its uploader is told of it. */
export const presentFile = (row: StoredFile): StoredFileAnswer => ({
  id: row.id,
  url: filePath(row.id),
  mime: row.mime ?? 'application/octet-stream',
  size: row.size ?? 0,
  width: row.width,
  height: row.height,
  blurhash: row.blurhash,
});
