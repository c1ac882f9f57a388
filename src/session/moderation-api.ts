import {
  type AccountStatus,
  type ModerationLogRow,
  type ModerationReport,
  moderationLogResponse,
  moderationReportResponse,
  moderationReportsResponse,
  revealResponse,
  type SuspendBody,
  type SuspensionRow,
  standingResponse,
  suspensionResponse,
  suspensionsResponse,
} from '../../protocol/index.ts';
import type { Answer, CallServer, Report } from './call-server.ts';

type ReportAct = 'dismiss' | 'remove' | 'files';

/** What moderators do, and what a suspended member may still ask. */
export type ModerationApi = {
  accountStatus(token: string, report?: Report): Promise<Answer<AccountStatus>>;
  appeal(token: string, words: string): Promise<Answer<AccountStatus>>;
  reports(token: string, state: 'open' | 'closed', page: number): Promise<Answer<ModerationReport[]>>;
  actOnReport(token: string, id: string, act: ReportAct): Promise<Answer<ModerationReport>>;
  suspendReported(token: string, id: string, body: SuspendBody): Promise<Answer<ModerationReport>>;
  revealAuthor(token: string, id: string, why: string): Promise<Answer<{ name: string; uniqueCode: string }>>;
  suspensions(token: string): Promise<Answer<SuspensionRow[]>>;
  answerAppeal(token: string, id: string, lift: boolean): Promise<Answer<SuspensionRow>>;
  moderationLog(token: string, page: number): Promise<Answer<ModerationLogRow[]>>;
};

export const createModerationApi = (call: CallServer): ModerationApi => ({
  accountStatus: (token, report) =>
    call(standingResponse, { method: 'GET', path: '/account/standing', token, ...report }),
  appeal: (token, words) =>
    call(standingResponse, { method: 'POST', path: '/account/appeal', token, body: { words } }),
  reports: (token, state, page) => {
    const path = `/moderation/reports?state=${state}&page=${page}`;
    return call(moderationReportsResponse, { method: 'GET', path, token });
  },
  actOnReport: (token, id, act) =>
    call(moderationReportResponse, { method: 'POST', path: `/moderation/reports/${id}/${act}`, token }),
  suspendReported: (token, id, body) =>
    call(moderationReportResponse, {
      method: 'POST',
      path: `/moderation/reports/${id}/suspend`,
      token,
      body,
    }),
  revealAuthor: (token, id, why) =>
    call(revealResponse, {
      method: 'POST',
      path: `/moderation/reports/${id}/author`,
      token,
      body: { why },
    }),
  suspensions: (token) =>
    call(suspensionsResponse, { method: 'GET', path: '/moderation/suspensions', token }),
  answerAppeal: (token, id, lift) =>
    call(suspensionResponse, {
      method: 'POST',
      path: `/moderation/suspensions/${id}/answer`,
      token,
      body: { lift },
    }),
  moderationLog: (token, page) =>
    call(moderationLogResponse, { method: 'GET', path: `/moderation/log?page=${page}`, token }),
});
