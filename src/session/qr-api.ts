import {
  type QrGranted,
  type QrGrantState,
  type QrPolled,
  type QrRequest,
  type QrStarted,
  qrClaimed,
  qrDecided,
  qrGranted,
  qrGrantState,
  qrPolled,
  qrStarted,
} from '../../protocol/index.ts';
import type { Answer, CallServer, Report } from './call-server.ts';

/** Sign-in by QR code: `protocol/calls/qr.ts` draws who asks what. */
export type QrApi = {
  /** A new device asks for a code to show. */
  qrStart(): Promise<Answer<QrStarted>>;
  /** A new device has scanned the code of a member. */
  qrRedeem(id: string): Promise<Answer<QrStarted>>;
  /** A new device asks whether it may come in. */
  qrPoll(started: Pick<QrStarted, 'id' | 'pollSecret'>): Promise<Answer<QrPolled>>;
  /** A member has scanned the code of a new device. */
  qrClaim(token: string, id: string): Promise<Answer<QrRequest>>;
  qrApprove(token: string, id: string, number: number): Promise<Answer<unknown>>;
  qrDeny(token: string, id: string, report?: Report): Promise<Answer<unknown>>;
  /** A member asks for a code to show. */
  qrGrant(token: string, password: string): Promise<Answer<QrGranted>>;
  qrGrantState(token: string, id: string): Promise<Answer<QrGrantState>>;
};

export const createQrApi = (call: CallServer): QrApi => {
  const sessionPath = (id: string, act: string): string => `/auth/qr/sessions/${id}/${act}`;
  return {
    qrStart: () => call(qrStarted, { method: 'POST', path: '/auth/qr/sessions' }),
    qrRedeem: (id) => call(qrStarted, { method: 'POST', path: `/auth/qr/grants/${id}/redeem` }),
    qrPoll: ({ id, pollSecret }) =>
      call(qrPolled, { method: 'POST', path: sessionPath(id, 'poll'), body: { pollSecret }, isQuiet: true }),
    qrClaim: (token, id) => call(qrClaimed, { method: 'POST', path: sessionPath(id, 'claim'), token }),
    qrApprove: (token, id, number) =>
      call(qrDecided, { method: 'POST', path: sessionPath(id, 'approve'), token, body: { number } }),
    qrDeny: (token, id, report) =>
      call(qrDecided, { method: 'POST', path: sessionPath(id, 'deny'), token, ...report }),
    qrGrant: (token, password) =>
      call(qrGranted, { method: 'POST', path: '/auth/qr/grants', token, body: { password } }),
    qrGrantState: (token, id) =>
      call(qrGrantState, { method: 'GET', path: `/auth/qr/grants/${id}`, token, isQuiet: true }),
  };
};
