import { chatScope, type ScopeEntry, type ScopeId, userScope, type Vector } from '../../../protocol/index.ts';
import type { ChangeLog } from './change-log.ts';
import type { Commit } from './context.ts';

/**
 * Of the scopes that were logged, those the actor holds after the commit: the own one, and chats, in which only members
 * log, unless the actor left with this very mutation.
 */
const scopesOf = (actorId: string, entries: readonly ScopeEntry[], { left }: ChangeLog): Set<ScopeId> => {
  const lost = new Set(
    left.filter(({ userId }) => userId === actorId).map(({ chatId }) => chatScope(chatId)),
  );
  const logged = entries.map(({ scope }) => scope);
  return new Set(
    logged.filter((scope) => scope === userScope(actorId) || (scope.startsWith('chat:') && !lost.has(scope))),
  );
};

/** What a mutation's own device is told of its entries, and what everybody else is told. */
export const tellsOf = (
  { actorId, mutationId }: { actorId: string; mutationId: string },
  log: ChangeLog,
  entries: ScopeEntry[],
): { own: ScopeEntry[]; vector: Vector; commit: Commit | null } => {
  const scopes = scopesOf(actorId, entries, log);
  const own = entries
    .filter(({ scope }) => scopes.has(scope))
    .map((entry) => ({ ...entry, mutationIds: [mutationId] }));
  const vector: Record<ScopeId, number> = Object.fromEntries(own.map(({ scope, seq }) => [scope, seq]));
  const { joined, left } = log;
  const commit: Commit = { entries, joined, left, actor: { userId: actorId, mutationId, scopes } };
  return { own, vector, commit: entries.length > 0 ? commit : null };
};
