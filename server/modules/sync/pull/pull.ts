import {
  type Change,
  LIMITS,
  PROTOCOL_VERSION,
  type PullRequest,
  type PullResponse,
  type PullScope,
  type ScopeId,
} from '../../../../protocol/index.ts';
import { readSnapshot, type Transaction, together } from '../../../db/database.ts';
import type { Session } from '../../auth/sessions.ts';
import type { SyncServices } from '../context.ts';
import { type HeldScope, listHeldScopes } from '../scopes.ts';
import { readStatuses } from '../statuses.ts';
import { auditScope } from './audit.ts';
import { noteDevice } from './devices.ts';
import { planPull, type StaleScope, takeWithinBudget } from './plan.ts';
import { coverageOf, readChatSnapshots, readOwnSnapshot } from './snapshot.ts';
import { findLongTails, type ReferencesAfter, readReferences, readTails, type Tail } from './tail.ts';

/**
 * Brings a device up to date from one snapshot over all scopes of its person (sync/SPEC.md, PL): no message without its
 * author, no friendship without its chat. Verdicts come from the same snapshot, and only when nothing is left out: a
 * mutation that is said to be processed has its effects in what the device holds then.
 */
export const pull = async (
  services: SyncServices,
  session: Session,
  request: PullRequest,
): Promise<PullResponse> => {
  const { db, clock } = services;
  const { userId } = session;
  const lastPendingCount = await noteDevice(db, clock.now(), session, request);
  const seen = await lookAhead(services, userId, request);
  const { held, ...answer } =
    seen.upToDate ??
    (await readSnapshot(db, async (tx) => {
      // The log of what was behind a moment ago comes with where everything stands now.
      const [scopes, early] = await together(listHeldScopes(tx, userId), readReferences(tx, seen.expected));
      const { removed, stale } = planPull(scopes, request.cursors);
      const { taken, hasMore } = takeWithinBudget(stale);
      const [read, statuses] = await together(
        readScopes(tx, userId, taken, early),
        hasMore ? {} : readStatuses(tx, userId, request.unfinished),
      );
      return {
        ...{ held: scopes, scopes: read, removed, statuses },
        more: hasMore,
        ...(hasMore ? {} : await readAudit(tx, userId, scopes, request)),
      };
    }));
  noteDelivered(services, userId, held, request);
  return { ...answer, lastPendingCount, serverTime: clock.now().toISOString() };
};

/**
 * The answer to a device that has everything and asks for nothing else, as most do. It needs no snapshot: nothing is read that
 * would have to fit together. Of any other device: the scopes whose log it will need.
 */
const lookAhead = async ({ db }: SyncServices, userId: string, request: PullRequest) => {
  if (request.unfinished.length > 0 || request.audit !== undefined) return { upToDate: null, expected: [] };
  const held = await listHeldScopes(db, userId);
  const { removed, stale } = planPull(held, request.cursors);
  if (removed.length > 0 || stale.length > 0)
    return { upToDate: null, expected: takeWithinBudget(stale).taken.filter(isShortTail) };
  return { upToDate: { held, scopes: [], removed, statuses: {}, more: false }, expected: [] };
};

/** A long tail may become a reset instead: its log would be read for nothing. */
const isShortTail = (scope: StaleScope): scope is Tail =>
  scope.from !== null && scope.held.seq - scope.from <= LIMITS.tailMessagesMax;

/** Another version knows other fields: its sum would differ without anything being wrong. */
const readAudit = async (
  tx: Transaction,
  userId: string,
  held: readonly HeldScope[],
  { audit, protocol }: PullRequest,
): Promise<Pick<PullResponse, 'audit'>> => {
  const asked = protocol === PROTOCOL_VERSION ? held.find(({ scope }) => scope === audit) : undefined;
  return asked ? { audit: await auditScope(tx, userId, asked) } : {};
};

/** A cursor says what the device has stored. */
const noteDelivered = (
  { receipts }: SyncServices,
  userId: string,
  held: readonly HeldScope[],
  { cursors }: PullRequest,
): void => {
  for (const { scope, epoch, seq, chat } of held) {
    const cursor = cursors[scope];
    const isOurs = cursor?.epoch === epoch && cursor.seq <= seq;
    if (chat && isOurs && chat.deliveredSeq < chat.lastSeq) receipts.stored(userId, chat.id, cursor);
  }
};

const readScopes = async (
  tx: Transaction,
  userId: string,
  taken: readonly StaleScope[],
  early: ReferencesAfter,
): Promise<PullScope[]> => {
  const behind = taken.filter((scope): scope is Tail => scope.from !== null);
  const long = await findLongTails(tx, behind);
  const tails = behind.filter(({ held }) => !long.has(held.scope));
  const fresh = taken.filter(({ held, from }) => from === null || long.has(held.scope));
  const rooms = fresh.flatMap(({ held }) => held.chat ?? []);
  const isOwnFresh = fresh.some(({ held }) => !held.chat);
  const [changes, snapshots, own]: [ReadonlyMap<ScopeId, Change[]>, Map<string, Change[]>, Change[]] =
    await together(
      readTails(tx, userId, tails, early),
      readChatSnapshots(tx, rooms),
      isOwnFresh ? readOwnSnapshot(tx, userId) : [],
    );
  const scopes: PullScope[] = [];
  for (const { held, from } of taken) {
    const { scope, epoch, seq: to, chat } = held;
    const tail = changes.get(scope);
    if (from !== null && tail) scopes.push({ kind: 'tail', scope, epoch, from, to, changes: tail });
    else if (chat) {
      const rows = snapshots.get(chat.id) ?? [];
      scopes.push({ kind: 'reset', scope, epoch, to, changes: rows, coverage: coverageOf(chat) });
    } else {
      scopes.push({ kind: 'reset', scope, epoch, to, changes: own });
    }
  }
  return scopes;
};
