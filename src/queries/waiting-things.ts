import { type Engine, isQuietMark, type OutboxRow } from '../../sync/index.ts';

/** Where a member looks for what came of a thing that was done; of several, for most of them first. */
export const thingPlaces = ['chats', 'posts', 'friends', 'profile'] as const;
export type ThingPlace = (typeof thingPlaces)[number];
/** Things by their ids. */
export type WaitingThings = ReadonlyMap<string, ThingPlace>;

const placeByLane: ReadonlyMap<string, ThingPlace> = new Map([
  ['chat', 'chats'],
  ['post', 'posts'],
  ['friend', 'friends'],
  ['block', 'friends'],
]);

/** What is of one thing goes in one lane, which begins with the kind of it. */
export const thingPlaceOf = ({ lane }: Pick<OutboxRow, 'lane'>): ThingPlace =>
  placeByLane.get(lane.split(':', 1)[0] ?? '') ?? 'profile';

/**
 * What the member did that is not settled. Where one has read to is no thing that anybody waits for, and what is being taken
 * back does not leave by being sent.
 */
export const readWaitingThings = async ({ db }: Pick<Engine, 'db'>): Promise<WaitingThings> => {
  const rows = await db.outbox.toArray();
  const waiting = rows.filter((row) => !isQuietMark(row) && row.state !== 'cancelling');
  return new Map(waiting.map((row) => [row.id, thingPlaceOf(row)]));
};
