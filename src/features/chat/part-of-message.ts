import type { DraftFile, OutboxRow, OutboxRowOf } from '../../../sync/index.ts';
import { type KeptPart, NO_PART } from './draft-state.ts';

/** What a message or a post carries, as a draft holds it. */
export const carriedBy = (row: OutboxRow): DraftFile[] => {
  if (row.name !== 'sendMessage' && row.name !== 'createPost' && row.name !== 'updatePost') return [];
  const { images = [], video, alts = {} } = row.args;
  const files = row.name === 'sendMessage' ? (row.args.files ?? []) : [];
  return [...images, ...files, ...(video == null ? [] : [video])].map((id) => ({ id, alt: alts[id] ?? '' }));
};

/** A message that was not sent, as a draft of its own: its words, what it answers, its files, and whether it is forwarded. */
export const partOfMessage = (row: OutboxRowOf<'sendMessage'>): KeptPart => {
  const { content = '', replyToId = null, isForwarded = false, copies, mentionNames = {} } = row.args;
  return {
    ...NO_PART,
    content,
    replyToId,
    files: carriedBy(row),
    mentions: Object.entries(mentionNames).map(([id, name]) => ({ id, name })),
    forward: isForwarded ? (copies === undefined ? {} : { copies }) : null,
  };
};
