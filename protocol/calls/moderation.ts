import { list, one } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { reportKind, reportReason } from '../mutations/report.ts';
import { instant, requiredText, uuid } from '../text.ts';
import { z } from '../zod.ts';

/** Somebody as moderators see them. */
const moderatedPerson = z.object({
  id: z.uuid(),
  name: z.string(),
  uniqueCode: z.string(),
  isSuspended: z.boolean(),
});

export const reportResolution = z.enum(['dismissed', 'removed', 'suspended']);

/** One line of a frozen conversation; `who` tells people apart without naming them. */
export const frozenLine = z.object({
  who: z.enum(['reporter', 'accused', 'other']),
  text: z.nullable(z.string()),
  fileId: z.nullable(z.uuid()),
  at: instant(),
});
export type FrozenLine = z.infer<typeof frozenLine>;

/** A report in the queue. It does not name the author of something anonymous: that has its own, audited call. */
export const moderationReport = z.object({
  id: z.uuid(),
  kind: reportKind,
  targetId: z.uuid(),
  reason: reportReason,
  note: z.nullable(z.string()),
  createdAt: instant(),
  reporter: z.nullable(moderatedPerson),
  /** Null when it is anonymous, or no person was found. */
  accused: z.nullable(moderatedPerson),
  isAnonymous: z.boolean(),
  /** How many others have reported the same. */
  sameTarget: z.int(),
  /** How many earlier reports about the same person were found right; null when that would tell who it is. */
  foundBefore: z.nullable(z.int()),
  /** What the reporter's device says to have shown. `broken`: it is no longer what that device has signed. */
  claim: z.object({
    text: z.nullable(z.string()),
    writtenAt: z.nullable(z.string()),
    signature: z.enum(['valid', 'broken', 'none']),
  }),
  /** What the server saw: the words themselves, what they stood under, and what was said around them. */
  evidence: z.object({
    text: z.nullable(z.string()),
    under: z.nullable(z.string()),
    lines: z.array(frozenLine),
  }),
  /** Whether the thing is still there to be removed. */
  isRemovable: z.boolean(),
  resolution: z.nullable(reportResolution),
  resolvedAt: z.nullable(instant()),
});
export type ModerationReport = z.infer<typeof moderationReport>;

export const moderationQuery = z.object({
  state: z.optional(z.enum(['open', 'closed'])),
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))),
});
export const moderationReportsResponse = list(moderationReport);
export const moderationReportParams = z.object({ id: uuid() });
export const moderationReportResponse = one(moderationReport);

const words = () => requiredText(LIMITS.moderationWordsMax);

/** `days` null: until somebody lifts it. `note` is what the member reads. */
export const suspendBody = z.object({
  days: z.nullable(z.int().check(z.minimum(1), z.maximum(3_650))),
  note: z.optional(words()),
});
export type SuspendBody = z.output<typeof suspendBody>;
/** Why somebody must know who wrote an anonymous post: it stands in the log. */
export const revealBody = z.object({ why: words() });
export const revealResponse = one(moderatedPerson);

export const moderationAction = z.enum([
  'dismiss',
  'remove',
  'suspend',
  'reveal',
  'lift',
  'answerAppeal',
  'viewFile',
]);
export type ModerationAction = z.infer<typeof moderationAction>;
export const moderationLogRow = z.object({
  id: z.uuid(),
  at: instant(),
  /** Null: from the terminal. */
  moderator: z.nullable(z.string()),
  action: moderationAction,
  reportId: z.nullable(z.uuid()),
  person: z.nullable(z.string()),
  /** Of a suspension; null when it has no end. */
  days: z.nullable(z.int()),
  words: z.nullable(z.string()),
});
export type ModerationLogRow = z.infer<typeof moderationLogRow>;
export const moderationLogResponse = list(moderationLogRow);

/** A suspension, as moderators see it. */
export const suspensionRow = z.object({
  id: z.uuid(),
  /** Null for the author of something anonymous, until somebody has had the audited look. */
  person: z.nullable(moderatedPerson),
  reason: reportReason,
  note: z.nullable(z.string()),
  since: instant(),
  until: z.nullable(instant()),
  appeal: z.nullable(z.string()),
  appealedAt: z.nullable(instant()),
  isAnswered: z.boolean(),
});
export type SuspensionRow = z.infer<typeof suspensionRow>;
export const suspensionsResponse = list(suspensionRow);
/** `POST /moderation/suspensions/{id}/answer`: an appeal is granted, or not. */
export const appealAnswerBody = z.object({ lift: z.boolean(), words: z.optional(words()) });
export const suspensionResponse = one(suspensionRow);

/** `GET /moderation`: for moderators; a 404 for all other members. */
export const moderationResponse = one(z.object({ open: z.int(), appeals: z.int() }));

/** `GET /account/standing`: what a suspended member may know, and whether one is a moderator. */
export const standingResponse = one(
  z.object({
    isModerator: z.boolean(),
    suspension: z.nullable(
      z.object({
        reason: reportReason,
        note: z.nullable(z.string()),
        since: instant(),
        until: z.nullable(instant()),
        /** What was done by whom it concerns: the kind of thing that was reported. */
        about: z.nullable(reportKind),
        appealedAt: z.nullable(instant()),
        isAnswered: z.boolean(),
      }),
    ),
  }),
);
export type AccountStatus = z.infer<typeof standingResponse>['data'];
/** `POST /account/appeal`: once per suspension. */
export const appealBody = z.object({ words: words() });
