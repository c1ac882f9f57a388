import { change } from '../rows/tables.ts';
import { z } from '../zod.ts';

/** The unit of replication, of permission and of socket rooms: `user:<id>` or `chat:<id>`. */
export const scopeId = z.templateLiteral([z.enum(['user', 'chat']), ':', z.uuid()]);
export type ScopeId = z.infer<typeof scopeId>;

export const userScope = (userId: string): ScopeId => `user:${userId}`;
export const chatScope = (chatId: string): ScopeId => `chat:${chatId}`;

/** Where a device stands in a scope. `epoch` names the database's lineage: another one means start again. */
export const cursor = z.object({ epoch: z.uuid(), seq: z.int().check(z.minimum(0)) });
export type Cursor = z.infer<typeof cursor>;

export const cursors = z.record(scopeId, cursor);

/** For each scope that a mutation logged in and that the actor holds: the `seq` of its entry. */
export const vector = z.record(scopeId, z.int());
export type Vector = z.infer<typeof vector>;

/** One transaction's changes in one scope, as the log holds them and the socket carries them. */
export const scopeEntry = z.object({
  scope: scopeId,
  epoch: z.uuid(),
  /** Apply only when this is exactly the cursor: smaller is old news, greater shows a hole. */
  prevSeq: z.int(),
  seq: z.int(),
  changes: z.array(change),
  /** Only for the actor's own devices: the mutations that this entry contains. */
  mutationIds: z.optional(z.array(z.uuid())),
});
export type ScopeEntry = z.infer<typeof scopeEntry>;
