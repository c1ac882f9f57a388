/**
 * The names of the caches that hold the app itself: Workbox's of what every start needs, and `tambay-assets` (sw/later.ts).
 * Nothing of a member is in them, and without them no screen opens offline. The server's kill switch takes them back.
 */
export const APP_CACHES = /precache|^tambay-assets$/;
