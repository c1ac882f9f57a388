import { and, sql } from 'drizzle-orm';
import { errorDetail, ProtocolError, z } from '../../../../protocol/index.ts';
import type { Transaction } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { mutations } from '../../../db/schema.ts';
import { bodyHash } from '../body-hash.ts';
import type { MutationOutcome, MutationRequest } from '../mutation.ts';

export type StoredMutation = typeof mutations.$inferSelect;

const findMutations = prepared('batch-keys', (db, name) =>
  db
    .select({
      userId: mutations.userId,
      id: mutations.id,
      status: mutations.status,
      bodyHash: mutations.bodyHash,
      result: mutations.result,
      vector: mutations.vector,
    })
    .from(
      sql`unnest(${sql.placeholder('userIds')}::uuid[], ${sql.placeholder('ids')}::uuid[]) as asked(user_id, id)`,
    )
    .innerJoin(mutations, and(sql`${mutations.userId} = asked.user_id`, sql`${mutations.id} = asked.id`))
    .prepare(name),
);

/** What is stored under an idempotency key. */
export type Verdict = Pick<StoredMutation, 'status' | 'bodyHash' | 'result' | 'vector'>;

/** The idempotency key of a mutation is its own only together with the account. */
export const keyOf = (userId: string, id: string): string => `${userId} ${id}`;

/** What is stored under the keys of these requests, and under those of the mutations that go before them. */
export const findVerdicts = async (
  tx: Transaction,
  requests: readonly MutationRequest[],
): Promise<Map<string, Verdict>> => {
  const asked = requests.flatMap(({ userId, id, prev }) =>
    prev
      ? [
          { userId, id },
          { userId, id: prev },
        ]
      : [{ userId, id }],
  );
  const rows = await findMutations(tx).execute({
    userIds: asked.map(({ userId }) => userId),
    ids: asked.map(({ id }) => id),
  });
  return new Map(rows.map(({ userId, id, ...verdict }) => [keyOf(userId, id), verdict]));
};

/** What the key of a request stands for: the same key with another body is refused (`key_reused`). */
export const hashOf = ({ name, version, body, args }: MutationRequest): Buffer =>
  bodyHash(name, version, body ?? args);

const storedResult = z.object({ id: z.string() });

/** The answer to a request whose key is stored. @throws ProtocolError `key_reused` */
export const replayOf = (request: MutationRequest, stored: Verdict): MutationOutcome => {
  if (stored.status === 'cancelled') return { status: 'cancelled' };
  if (!hashOf(request).equals(stored.bodyHash)) throw new ProtocolError('key_reused');
  if (stored.status === 'rejected')
    return { status: 'rejected', error: errorDetail.parse(stored.result), isReplay: true };
  return {
    status: 'applied',
    result: storedResult.parse(stored.result),
    vector: stored.vector ?? {},
    entries: [],
    isReplay: true,
  };
};
