/**
 * The `BroadcastChannel` on which whoever moves bytes over the network tells how many, as a number: the worker what it
 * fetches, page and worker what they upload. The visible page adds them up (`src/app/data-meter.ts`).
 */
export const DATA_METER_CHANNEL = 'tambay-data-meter';
