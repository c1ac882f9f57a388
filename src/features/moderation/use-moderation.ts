import { useCallback, useEffect, useState } from 'react';
import {
  LIMITS,
  type ModerationLogRow,
  type ModerationReport,
  type SuspensionRow,
} from '../../../protocol/index.ts';
import { useAccountCall } from '../profile/use-account-call.ts';

export type ModerationView = 'open' | 'closed' | 'suspended' | 'log';
type Rows = { reports: ModerationReport[]; suspensions: SuspensionRow[]; log: ModerationLogRow[] };

const nothing: Rows = { reports: [], suspensions: [], log: [] };

/** One view of the queue, as the server has it now; `page` null until it has answered, `hasFailed` when it did not. */
export function useModeration(view: ModerationView) {
  const { call } = useAccountCall();
  const [page, setPage] = useState<Rows | null>(null);
  const [number, setNumber] = useState(1);
  const [hasMore, setHasMore] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  const read = useCallback(
    async (wanted: number): Promise<Rows | null> => {
      if (view === 'log') {
        const log = await call((api, token) => api.moderationLog(token, wanted));
        return log && { ...nothing, log: log.data };
      }
      if (view === 'suspended') {
        const held = await call((api, token) => api.suspensions(token));
        return held && { ...nothing, suspensions: held.data };
      }
      const reports = await call((api, token) => api.reports(token, view, wanted));
      return reports && { ...nothing, reports: reports.data };
    },
    [call, view],
  );
  const load = useCallback(
    async (wanted: number): Promise<void> => {
      const rows = await read(wanted);
      setHasFailed(rows === null);
      if (rows === null) return;
      setNumber(wanted);
      setHasMore(Math.max(rows.reports.length, rows.log.length) === LIMITS.moderationPage);
      setPage((before) =>
        before === null || wanted === 1
          ? rows
          : {
              ...rows,
              reports: [...before.reports, ...rows.reports],
              log: [...before.log, ...rows.log],
            },
      );
    },
    [read],
  );
  const reload = useCallback((): Promise<void> => load(1), [load]);
  useEffect(() => {
    void reload();
  }, [reload]);
  return { page, hasFailed, hasMore, reload, more: () => load(number + 1) };
}
