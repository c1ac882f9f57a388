import { and, inArray, ne, or } from 'drizzle-orm';
import { type FieldError, isUntimedId, type Media, ProtocolError } from '../../../protocol/index.ts';
import { files, fileUses } from '../../db/schema.ts';
import { attachFiles } from '../files/attach-files.ts';
import type { CommandContext } from '../sync/context.ts';

type PostFiles = {
  images?: readonly string[] | undefined;
  video?: string | null | undefined;
  alts?: Readonly<Record<string, string>> | undefined;
};
/** `held`: what it had before this change. */
type Post = { id: string; isAnonymous: boolean; held: readonly Media[] };

/**
 * Gives a post exactly these files: a post waits for them. Who may read the post may read them.
 * @throws ProtocolError `dependency_missing`, `impossible`
 */
export const attachPostFiles = async (
  context: CommandContext,
  { id, isAnonymous, held }: Post,
  named: PostFiles,
): Promise<Media[]> => {
  const media = await attachFiles(context, { kind: 'post', targetId: id }, named, { mayAwait: false });
  const known = new Set(held.map((one) => one.id));
  const added = media.filter((one) => !known.has(one.id));
  if (isAnonymous) await assertTellNothing(context, id, added);
  return media;
};

/**
 * A file has one id wherever it is named: what is known under the author's name would name the author of an anonymous post,
 * and so would an id that tells when it was made (threats.md T04). Asked only when a file is added: later others may have
 * passed it on.
 */
const assertTellNothing = async (
  { tx, actorId }: CommandContext,
  postId: string,
  media: readonly Media[],
): Promise<void> => {
  const errors: FieldError[] = [];
  for (const { id, kind, posterId } of media) {
    const ids = posterId === null ? [id] : [id, posterId];
    const rows = await tx.select({ ownerId: files.ownerId }).from(files).where(inArray(files.id, ids));
    const elsewhere = await tx
      .select({ fileId: fileUses.fileId })
      .from(fileUses)
      .where(and(inArray(fileUses.fileId, ids), or(ne(fileUses.kind, 'post'), ne(fileUses.targetId, postId))))
      .limit(1);
    const isTelling =
      !ids.every(isUntimedId) || rows.some(({ ownerId }) => ownerId !== actorId) || elsewhere.length > 0;
    const field = kind === 'video' ? 'video' : 'images';
    if (isTelling)
      errors.push({ field, message: 'An anonymous post needs files that are used nowhere else' });
  }
  if (errors.length > 0) throw new ProtocolError('impossible', { errors });
};
