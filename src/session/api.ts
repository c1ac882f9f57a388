import type { Hooks } from 'ky';
import { createHttpClient } from '../../sync/http.ts';
import { type AccountApi, createAccountApi } from './account-api.ts';
import { type AuthApi, createAuthApi } from './auth-api.ts';
import { type CallFailures, createCallServer } from './call-server.ts';
import { createDiscoveryApi, type DiscoveryApi } from './discovery-api.ts';
import { createFileApi, type FileApi } from './file-api.ts';
import { createModerationApi, type ModerationApi } from './moderation-api.ts';
import { createNotificationApi, type NotificationApi } from './notification-api.ts';
import { createOidcApi, type OidcApi } from './oidc-api.ts';
import { createQrApi, type QrApi } from './qr-api.ts';
import { createSearchApi, type SearchApi } from './search-api.ts';
import { createStrangerApi, type StrangerApi } from './stranger-api.ts';

/** The few calls that go past the engine: getting in, and what needs the server at once. */
export type Api = AccountApi &
  AuthApi &
  DiscoveryApi &
  FileApi &
  ModerationApi &
  NotificationApi &
  OidcApi &
  QrApi &
  SearchApi &
  StrangerApi;

/** Somebody waits for it before a screen. A file may take as long as its parts keep coming. */
const CALL_MS = 15_000;

type ApiOptions = CallFailures & { hooks?: Hooks };

/** @param language what the reader reads: errors and mail come in it */
export const createApi = (
  baseUrl: string,
  language: () => string,
  { hooks = {}, ...failures }: ApiOptions,
): Api => {
  const http = createHttpClient({ baseUrl, totalMs: CALL_MS }).extend({ hooks });
  const call = createCallServer(http, language, failures);
  return {
    ...createAccountApi(call),
    ...createAuthApi(call),
    ...createDiscoveryApi(call),
    ...createFileApi(createHttpClient({ baseUrl }), failures),
    ...createModerationApi(call),
    ...createNotificationApi(call),
    ...createOidcApi(call),
    ...createQrApi(call),
    ...createSearchApi(call),
    ...createStrangerApi(call),
  };
};
