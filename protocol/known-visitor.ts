/**
 * The name of a cookie that says only that the app has been on this device: to a newcomer the server sends a page that is drawn
 * without waiting for anything, since no wish can be stored yet.
 */
export const KNOWN_VISITOR_COOKIE = 'tambay-known';
