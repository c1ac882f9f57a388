/**
 * The door to the HTTP client and the time that its answers tell, for what runs before the engine has been loaded: a sign-in
 * must not wait for it. Everything else imports `sync/index.ts`.
 */
export { createHttpClient, type HttpClient } from './platform/http-client.ts';
export { serverClock } from './platform/server-clock.ts';
export { callerHeaders } from './transport/caller-headers.ts';
