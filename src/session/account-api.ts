import {
  type ChangePasswordBody,
  type ForgotPasswordBody,
  otherSessionsEnded,
  passwordUpdated,
  type ResetPasswordBody,
  resetSent,
  type SessionRow,
  sessionEnded,
  sessionsResponse,
} from '../../protocol/index.ts';
import type { Answer, CallServer } from './api.ts';

/** The calls about the account itself: passwords and devices. They need the server, so none of them waits in the outbox. */
export type AccountApi = {
  changePassword(token: string, body: ChangePasswordBody): Promise<Answer<unknown>>;
  forgotPassword(body: ForgotPasswordBody): Promise<Answer<unknown>>;
  /** `token` is that of the mail. */
  resetPassword(token: string, body: ResetPasswordBody): Promise<Answer<unknown>>;
  sessions(token: string): Promise<Answer<SessionRow[]>>;
  endSession(token: string, id: string): Promise<Answer<unknown>>;
  endOtherSessions(token: string): Promise<Answer<{ ended: number }>>;
};

export const createAccountApi = (call: CallServer): AccountApi => ({
  changePassword: (token, body) =>
    call(passwordUpdated, { method: 'POST', path: '/auth/change-password', token, body }),
  forgotPassword: (body) => call(resetSent, { method: 'POST', path: '/auth/forgot-password', body }),
  resetPassword: (token, body) =>
    call(passwordUpdated, { method: 'POST', path: '/auth/reset-password', token, body }),
  sessions: (token) => call(sessionsResponse, { method: 'GET', path: '/auth/sessions', token }),
  endSession: (token, id) => call(sessionEnded, { method: 'DELETE', path: `/auth/sessions/${id}`, token }),
  endOtherSessions: (token) => call(otherSessionsEnded, { method: 'DELETE', path: '/auth/sessions', token }),
});
