import { LIMITS } from '../limits.ts';
import { chosenId, freeText, instant, uuid } from '../text.ts';
import { z } from '../zod.ts';
import { declareMutation } from './declare.ts';

export const reportKind = z.enum(['person', 'chat', 'message', 'post', 'comment', 'stranger']);
export type ReportKind = z.infer<typeof reportKind>;

export const reportReason = z.enum([
  'spam',
  'harassment',
  'hate',
  'sexual',
  'violence',
  'selfHarm',
  'minor',
  'other',
]);
export type ReportReason = z.infer<typeof reportReason>;

/** What was on the reporter's screen: it may be gone when a moderator looks. A claim of the reporter's, and shown as one. */
export const reportSnapshot = z.object({
  /** The words as they were shown. */
  text: z.exactOptional(freeText(LIMITS.reportSnapshotMax)),
  /** Whose it was, as far as the reporter could see; never there for what is anonymous. */
  authorId: z.exactOptional(uuid()),
  writtenAt: z.exactOptional(instant()),
});

/** base64url: an uncompressed point of P-256, and the two numbers of ECDSA behind each other (RFC 7518 §3.4). */
export const reportSignature = z.object({
  key: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}$/)),
  value: z.string().check(z.regex(/^[A-Za-z0-9_-]{86}$/)),
});

/** What a report's signature is over: the same text on the device and on the server. */
export const reportStatement = ({
  id,
  kind,
  targetId,
  reason,
  snapshot,
}: Pick<z.output<typeof reportThing.args>, 'id' | 'kind' | 'targetId' | 'reason'> & {
  snapshot?: z.output<typeof reportSnapshot>;
}): string =>
  JSON.stringify([
    'tambay report',
    ...[id, kind, targetId, reason],
    ...[snapshot?.text ?? null, snapshot?.authorId ?? null, snapshot?.writtenAt ?? null],
  ]);

/** Tells the moderators. Nothing changes on the screen, and the reported member is not told. `id` makes it one report. */
export const reportThing = declareMutation({
  version: 1,
  args: z.object({
    id: chosenId(),
    kind: reportKind,
    targetId: uuid(),
    reason: reportReason,
    note: z.exactOptional(freeText(LIMITS.reportNoteMax)),
    snapshot: z.exactOptional(reportSnapshot),
    /** By the key of the reporter's device, over `reportStatement`; not there where a browser has no keys. */
    signature: z.exactOptional(reportSignature),
  }),
  method: 'POST',
  path: '/reports',
  lane: (args) => `report:${args.targetId}`,
});
