import { useCallback, useEffect, useState } from 'react';
import type { ModerationLogRow, ModerationReport, SuspensionRow } from '../../../protocol/index.ts';
import { useAccountCall } from '../profile/use-account-call.ts';

export type ModerationView = 'open' | 'closed' | 'suspended' | 'log';
type Page = { reports: ModerationReport[]; suspensions: SuspensionRow[]; log: ModerationLogRow[] };

const nothing: Page = { reports: [], suspensions: [], log: [] };

/** One view of the queue, as the server has it now. */
export function useModeration(view: ModerationView) {
  const { call } = useAccountCall();
  const [page, setPage] = useState<Page | null>(null);
  const reload = useCallback(async (): Promise<void> => {
    if (view === 'log') {
      const log = await call((api, token) => api.moderationLog(token));
      setPage({ ...nothing, log: log?.data ?? [] });
    } else if (view === 'suspended') {
      const held = await call((api, token) => api.suspensions(token));
      setPage({ ...nothing, suspensions: held?.data ?? [] });
    } else {
      const reports = await call((api, token) => api.reports(token, view));
      setPage({ ...nothing, reports: reports?.data ?? [] });
    }
  }, [call, view]);
  useEffect(() => {
    void reload();
  }, [reload]);
  const answer = async (id: string, isLifted: boolean): Promise<void> => {
    await call((api, token) => api.answerAppeal(token, id, isLifted));
    await reload();
  };
  return { page, reload, answer };
}
