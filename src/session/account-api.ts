import {
  type ChangePasswordBody,
  type DeletionBody,
  deletionResponse,
  type ExportState,
  exportResponse,
  type ForgotPasswordBody,
  otherSessionsEnded,
  passwordUpdated,
  type ResetPasswordBody,
  resetSent,
  type SessionRow,
  type SiteRow,
  type SiteTokenBody,
  sessionEnded,
  sessionsResponse,
  siteRemoved,
  sitesResponse,
  siteTokenResponse,
} from '../../protocol/index.ts';
import type { Answer, CallServer, Report } from './call-server.ts';

/** The calls about the account itself: passwords and devices. They need the server, so none of them waits in the outbox. */
export type AccountApi = {
  changePassword(token: string, body: ChangePasswordBody, report?: Report): Promise<Answer<unknown>>;
  forgotPassword(body: ForgotPasswordBody): Promise<Answer<unknown>>;
  /** `token` is that of the mail. */
  resetPassword(token: string, body: ResetPasswordBody): Promise<Answer<unknown>>;
  sessions(token: string): Promise<Answer<SessionRow[]>>;
  endSession(token: string, id: string): Promise<Answer<unknown>>;
  endOtherSessions(token: string): Promise<Answer<{ ended: number }>>;
  /** A token of its own for a site that asked by `loginRequestFrom`. */
  siteToken(
    token: string,
    body: SiteTokenBody,
    report?: Report,
  ): Promise<Answer<{ token: string; origin: string }>>;
  sites(token: string): Promise<Answer<SiteRow[]>>;
  removeSite(token: string, id: string): Promise<Answer<unknown>>;
  /** Begins a copy of all that the server holds of the member. */
  requestExport(token: string): Promise<Answer<ExportState>>;
  exportState(token: string, report?: Report): Promise<Answer<ExportState>>;
  /** Ends every session, this one too. */
  deleteAccount(token: string, body: DeletionBody): Promise<Answer<{ deletionAt: string }>>;
};

export const createAccountApi = (call: CallServer): AccountApi => ({
  changePassword: (token, body, report) =>
    call(passwordUpdated, { method: 'POST', path: '/auth/change-password', token, body, ...report }),
  forgotPassword: (body) => call(resetSent, { method: 'POST', path: '/auth/forgot-password', body }),
  resetPassword: (token, body) =>
    call(passwordUpdated, { method: 'POST', path: '/auth/reset-password', token, body }),
  sessions: (token) => call(sessionsResponse, { method: 'GET', path: '/auth/sessions', token }),
  endSession: (token, id) => call(sessionEnded, { method: 'DELETE', path: `/auth/sessions/${id}`, token }),
  endOtherSessions: (token) => call(otherSessionsEnded, { method: 'DELETE', path: '/auth/sessions', token }),
  siteToken: (token, body, report) =>
    call(siteTokenResponse, { method: 'POST', path: '/auth/site-tokens', token, body, ...report }),
  sites: (token) => call(sitesResponse, { method: 'GET', path: '/auth/sites', token }),
  requestExport: (token) => call(exportResponse, { method: 'POST', path: '/account/export', token }),
  exportState: (token, report) =>
    call(exportResponse, { method: 'GET', path: '/account/export', token, ...report }),
  deleteAccount: (token, body) =>
    call(deletionResponse, { method: 'POST', path: '/account/deletion', token, body, isWithCookie: true }),
  removeSite: (token, id) => call(siteRemoved, { method: 'DELETE', path: `/auth/sites/${id}`, token }),
});
