/**
 * The `BroadcastChannel` for counts of network traffic, each a number of bytes. The service worker posts what it fetches;
 * page and service worker post what they upload. The visible page adds them up (`src/app/data-meter.ts`).
 */
export const DATA_METER_CHANNEL = 'tambay-data-meter';
