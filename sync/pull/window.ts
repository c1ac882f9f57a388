import { type Change, chatScope, type MessageRow, type MessagesResponse } from '../../protocol/index.ts';
import type { UnitRunner } from '../apply/run-unit.ts';
import type { LoadOutcome } from '../engine-types.ts';
import type { Clock } from '../platform/ports.ts';
import { coverRange, emptyCoverage, nextGapBefore } from '../rebase/coverage.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { Api } from '../transport/api.ts';

const PER_PAGE = 50;
/** Tombstones are kept much longer: a page that took this long cannot be judged and is asked for again. */
const PAGE_MS = 5 * 60_000;
const ATTEMPTS_MAX = 3;

const toChange = (row: MessageRow): Change => ({ table: 'messages', id: row.id, version: row.version, row });

/** Where the gap was when the page was asked for, and in which lineage of the server's database. */
type Asked = { epoch: string | undefined; beforeSeq: number };

type PageOutcome = 'merged' | 'stale' | 'unheld';

export type LoadOlder = (chatId: string, signal: AbortSignal) => Promise<LoadOutcome>;

/** Fills the newest gap of a chat's history with a page, row by row: the newer version wins, and a tombstone beats the page. */
export const createLoadOlder = (options: {
  runner: UnitRunner;
  api: Api;
  clock: Clock;
  onStale: () => void;
}): LoadOlder => {
  const { runner, api, clock, onStale } = options;

  const merge = (chatId: string, { epoch, beforeSeq }: Asked, page: MessagesResponse): Promise<PageOutcome> =>
    runner.run(['messages', 'memberships'], async (unit): Promise<PageOutcome> => {
      const cursor = unit.cursors.get(chatScope(chatId));
      if (cursor === undefined || cursor.epoch !== page.meta.asOf.epoch) return 'unheld';
      // `beforeSeq` was a number of another lineage: what the page says about it is about another message, or about none.
      if (epoch !== page.meta.asOf.epoch) return 'stale';
      const marks = await unit.tx.getMany(
        'tombstones',
        page.data.map((row) => rowKey('messages', row.id)),
      );
      // A change of a row outside coverage was dropped after this page was read: the page is older than the log.
      const isOverrun = page.data.some((row, index) => {
        const mark = marks[index];
        return mark !== undefined && !mark.isGone && mark.version > row.version;
      });
      if (isOverrun) return 'stale';
      const coverage = await unit.loadCoverage(chatId);
      const seqs = page.data.flatMap((row) => (row.seq === null ? [] : [row.seq]));
      const startReached = page.meta.startReached || seqs.length === 0;
      const from = Math.min(beforeSeq, ...seqs);
      const covered = coverRange(coverage, { from, to: beforeSeq - 1 });
      unit.setCoverage(chatId, startReached ? { ...covered, startSeq: from } : covered);
      for (const row of page.data) unit.change(toChange(row));
      return 'merged';
    });

  return async (chatId, signal) => {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const { coverage, epoch } = await runner.storage.read(['coverage', 'cursors'], async (tx) => ({
        coverage: await tx.get('coverage', chatId),
        epoch: (await tx.get('cursors', chatScope(chatId)))?.epoch,
      }));
      const beforeSeq = nextGapBefore(coverage ?? emptyCoverage(chatId));
      if (beforeSeq === null) return 'complete';
      const startedAt = clock.now();
      const result = await api.messagesBefore(chatId, { beforeSeq, perPage: PER_PAGE }, signal);
      if (!result.ok) return 'offline';
      const tookMs = clock.now() - startedAt;
      if (tookMs < 0 || tookMs > PAGE_MS) continue;
      const outcome = await merge(chatId, { epoch, beforeSeq }, result.data);
      if (outcome === 'merged') return result.data.meta.startReached ? 'complete' : 'loaded';
      if (outcome === 'unheld') break;
    }
    onStale();
    return 'offline';
  };
};
