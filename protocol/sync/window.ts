import { listMeta } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { change, rowSchemas, type TableName } from '../rows/tables.ts';
import { uuid } from '../text.ts';
import { z } from '../zod.ts';
import { cursor } from './scope.ts';

/**
 * What a page of a list says beside its rows. `asOf`: where the scope that guards the list stood in the snapshot that the
 * page was read from (a chat's history: the chat; feeds and comments: the caller's own). `startReached`: nothing older may
 * be read.
 */
export const windowMeta = z.extend(listMeta, { asOf: cursor, startReached: z.boolean() });

/** A page of rows that the client keeps with their versions, newest first (docs/decisions/0017). */
export const windowPage = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ data: z.array(row), meta: windowMeta });

const tableName = z
  .custom<TableName>((value) => typeof value === 'string' && Object.hasOwn(rowSchemas, value))
  .check(z.meta({ type: 'string', enum: Object.keys(rowSchemas) }));

/** A row as a device holds it. */
export const heldRow = z.object({
  table: tableName,
  id: uuid(),
  version: z.int().check(z.minimum(0)),
});
export type HeldRow = z.infer<typeof heldRow>;

/** `POST /api/v1/sync/revalidate`: rows of lists that no log carries, as the device holds them. */
export const revalidateRequest = z.object({
  protocol: z.int(),
  rows: z.array(heldRow).check(z.minLength(1), z.maxLength(LIMITS.revalidateMax)),
});
export type RevalidateRequest = z.infer<typeof revalidateRequest>;

/**
 * The difference: newer rows and tombstones, and the rows that may not be seen (any more). A row that is as it was is not
 * named. `asOf`: the caller's own scope.
 */
export const revalidateResponse = z.object({
  asOf: cursor,
  changes: z.array(change),
  missing: z.array(z.object({ table: tableName, id: z.uuid() })),
});
export type RevalidateResponse = z.infer<typeof revalidateResponse>;
