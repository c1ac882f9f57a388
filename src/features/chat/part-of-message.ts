import type {
  DraftEdit,
  DraftFile,
  DraftMention,
  LocalMessage,
  OutboxRow,
  OutboxRowOf,
} from '../../../sync/index.ts';
import { type KeptPart, NO_PART } from './draft-state.ts';
import { locateMentions } from './mention-places.ts';

/** What a message or a post carries, as a draft holds it. */
export const carriedBy = (row: OutboxRow): DraftFile[] => {
  if (row.name !== 'sendMessage' && row.name !== 'createPost' && row.name !== 'updatePost') return [];
  const { images = [], video, alts = {} } = row.args;
  const files = row.name === 'sendMessage' ? (row.args.files ?? []) : [];
  return [...images, ...files, ...(video == null ? [] : [video])].map((id) => ({ id, alt: alts[id] ?? '' }));
};

type Naming = {
  readonly mentions?: readonly string[] | undefined;
  readonly mentionNames?: Readonly<Record<string, string>> | undefined;
};

/** Whom a text names, and where. The ids are in the order of the text; names by id come from the server in another one. */
const peopleIn = (text: string, { mentions = [], mentionNames = {} }: Naming): readonly DraftMention[] =>
  locateMentions(
    text,
    mentions.flatMap((id) => {
      const name = mentionNames[id];
      return name === undefined ? [] : [{ id, name }];
    }),
  );

/** A message whose words are about to be changed, with those whom they name. */
export const editOfMessage = (message: LocalMessage): DraftEdit => {
  const words = message.content ?? '';
  return { messageId: message.id, content: words, original: words, mentions: peopleIn(words, message) };
};

/**
 * What an edit that comes back is to change: what is there now, which its writer has been shown with the refusal. One that has
 * not been refused is shown as done, and what it expected is still what is to be changed.
 */
export const originalOf = (
  { state, args }: Pick<OutboxRowOf<'editMessage' | 'updateComment'>, 'state' | 'args'>,
  saysNow: string | null | undefined,
): Pick<DraftEdit, 'original' | 'isBroughtBack'> => {
  const original = state === 'rejected' ? (saysNow ?? args.expectedContent) : args.expectedContent;
  return { ...(original == null ? {} : { original }), isBroughtBack: true };
};

/** An edit that was not accepted, to be written again. @param saysNow what the message says on this device */
export const editOfRow = (
  row: Pick<OutboxRowOf<'editMessage'>, 'state' | 'args'>,
  saysNow: string | null | undefined,
): DraftEdit => ({
  messageId: row.args.messageId,
  content: row.args.content,
  ...originalOf(row, saysNow),
  mentions: peopleIn(row.args.content, row.args),
});

/** The same of a comment. */
export const editOfCommentRow = (
  row: Pick<OutboxRowOf<'updateComment'>, 'state' | 'args'>,
  saysNow: string | null | undefined,
): DraftEdit => ({ messageId: row.args.id, content: row.args.content, ...originalOf(row, saysNow) });

/** A message that was not sent, as a draft of its own: its words, what it answers, its files, and whether it is forwarded. */
export const partOfMessage = (row: OutboxRowOf<'sendMessage'>): KeptPart => {
  const { content = '', replyToId = null, isForwarded = false, copies } = row.args;
  return {
    ...NO_PART,
    content,
    replyToId,
    files: carriedBy(row),
    mentions: peopleIn(content, row.args),
    forward: isForwarded ? (copies === undefined ? {} : { copies }) : null,
  };
};
