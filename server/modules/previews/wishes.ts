import { and, eq } from 'drizzle-orm';
import { linkInText, type MutationArgs } from '../../../protocol/index.ts';
import { fileUses } from '../../db/schema.ts';
import type { StoredMessage } from '../messages/presenter.ts';
import type { DecideContext } from '../sync/batch/command.ts';
import { sendPreviewJob } from './preview-job.ts';

/**
 * The link of an edited message that is shown with a preview. An edit that says nothing of it keeps the link as long as it
 * stands in the words.
 */
export const linkAfterEdit = (
  { previewLink }: Pick<StoredMessage, 'previewLink'>,
  { content, preview }: Pick<MutationArgs<'editMessage'>, 'content' | 'preview'>,
): string | null => linkInText(content, preview === undefined ? previewLink : preview);

/** Has the preview of a message made, once the message is stored. Nothing waits for it. */
export const wishPreview = (
  { beforeCommit, jobs, actorId }: DecideContext,
  { id: messageId, previewLink, preview }: StoredMessage,
): void => {
  if (previewLink !== null && preview === null)
    beforeCommit(`preview ${messageId}`, (tx) => sendPreviewJob(tx, jobs, { messageId, senderId: actorId }));
};

/** The picture of a preview that a message no longer has belongs to nothing, and is swept. */
export const dropPicture = (
  { beforeCommit }: DecideContext,
  { id: targetId, preview }: Pick<StoredMessage, 'id' | 'preview'>,
): void => {
  const fileId = preview?.picture?.id;
  if (fileId === undefined) return;
  const use = and(eq(fileUses.fileId, fileId), eq(fileUses.kind, 'message'), eq(fileUses.targetId, targetId));
  beforeCommit(`picture ${fileId}`, async (tx) => void (await tx.delete(fileUses).where(use)));
};
