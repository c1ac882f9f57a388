import { type DraftMention, type DraftPart, type MutationInput, serverClock } from '../../../sync/index.ts';
import { type Attachment, namedBy, sizesOf, voicesOf } from '../media/attachment-list.ts';

/** The mark of a forwarded message, and whose copies its files are to be. */
const forwardedArgs = (forward: DraftPart['forward'], taken: readonly Attachment[]) => {
  if (forward == null) return {};
  const copies = Object.entries(forward.copies ?? {}).filter(([id]) => taken.some((item) => item.id === id));
  return { isForwarded: true, ...(copies.length === 0 ? {} : { copies: Object.fromEntries(copies) }) };
};

/** Whom a text names. An empty list is sent by an edit, too: it removes the mentions of the words before. */
export const mentionArgs = (named: readonly DraftMention[]) => ({
  mentions: named.map(({ id }) => id),
  mentionNames: Object.fromEntries(named.map(({ id, name }) => [id, name])),
});

/** A message as `sendMessage` takes it. @param text without edges */
export const messageArgs = ({
  id,
  chatId,
  text,
  named,
  taken,
  draft: { forward, replyToId },
  recipientId,
  wished,
}: {
  id: string;
  chatId: string;
  text: string;
  named: readonly DraftMention[];
  taken: readonly Attachment[];
  draft: Pick<DraftPart, 'forward' | 'replyToId'>;
  recipientId: string | undefined;
  /** What it says of the preview of its link. */
  wished: { preview?: string };
}): MutationInput<'sendMessage'> & { writtenAt: string } => ({
  id,
  chatId,
  ...(text === '' ? {} : { content: text }),
  ...namedBy(taken),
  ...sizesOf(taken),
  ...voicesOf(taken),
  ...forwardedArgs(forward, taken),
  writtenAt: new Date(serverClock.now()).toISOString(),
  ...(recipientId === undefined ? {} : { recipientId }),
  ...(replyToId === null ? {} : { replyToId }),
  ...(named.length === 0 ? {} : mentionArgs(named)),
  ...wished,
});
