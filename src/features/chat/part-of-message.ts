import type { DraftFile, DraftPart, OutboxRow, OutboxRowOf } from '../../../sync/index.ts';

/** What a message or a post carries, as a draft holds it. */
export const carriedBy = (row: OutboxRow): DraftFile[] => {
  if (row.name !== 'sendMessage' && row.name !== 'createPost' && row.name !== 'updatePost') return [];
  const { images = [], video, alts = {} } = row.args;
  const files = row.name === 'sendMessage' ? (row.args.files ?? []) : [];
  return [...images, ...files, ...(video == null ? [] : [video])].map((id) => ({ id, alt: alts[id] ?? '' }));
};

/** A message that was not sent, as a draft of its own: its words, what it answers, its files, and whether it is forwarded. */
export const partOfMessage = (row: OutboxRowOf<'sendMessage'>): DraftPart => {
  const { content = '', replyToId = null, isForwarded = false, copies } = row.args;
  return {
    content,
    replyToId,
    edit: null,
    files: carriedBy(row),
    forward: isForwarded ? (copies === undefined ? {} : { copies }) : null,
  };
};
