import type { Cursor, MutationName, ScopeId } from '../protocol/index.ts';
import { errorBody, healthResponse, PROTOCOL_VERSION } from '../protocol/index.ts';
import { cursorsOf } from './apply/apply-pull.ts';
import type { EngineHealth } from './connectivity/health.ts';
import type { EngineStatus } from './engine-status.ts';
import type { Http, HttpAnswer, Ports } from './platform/ports.ts';
import type { OutboxState } from './storage/rows.ts';
import type { Storage } from './storage/storage.ts';
import type { Trace } from './trace/trace.ts';
import type { TraceFile } from './trace/trace-file.ts';
import { type Waiting, waitingOf, waitingText } from './trace/waiting.ts';
import { SHOWN_MS } from './uploads/file-owners.ts';
import { heldByFiles } from './uploads/queue-files.ts';
import { ownerCheckStores, ownerFaults, readNamingRows, rebuildOwners } from './uploads/rebuild-owners.ts';

export type DiagnosedItem = {
  id: string;
  name: MutationName;
  lane: string;
  state: OutboxState;
  attempts: number;
  writtenAt: string;
  waiting: Waiting;
};

/** Everything that the Sync Doctor shows, read at one moment. */
export type Diagnosis = {
  at: number;
  deviceId: string;
  /** This tab, as leases name it. */
  tab: string;
  status: EngineStatus;
  health: EngineHealth;
  items: DiagnosedItem[];
  /** Where the device stands in each scope, and where the server last said it stood. */
  scopes: { scope: ScopeId; cursor: Cursor; head: Cursor | null }[];
  /** Bytes; null where the browser does not tell. */
  storage: { usage: number; quota: number } | null;
  /** Whether the browser has promised to leave the data alone; null where it does not tell. */
  isProtected: boolean | null;
  /** How many differences between files and what owns them this tab has found and put right since it was opened. */
  repairedFiles: number;
};

/**
 * Who answers now. `nobody`: no answer at all. `stranger`: an answer that is not our server's, as of a captive portal.
 * `server`: our own, by the word that only we knew. `trouble`: no more than that it cannot now, in its own words or in
 * those of a proxy before it; somebody who wants a sign-in first gives a page of theirs.
 */
export type ReachOutcome =
  | { by: 'nobody' }
  | { by: 'stranger' }
  | { by: 'trouble' }
  | { by: 'server'; tookMs: number; serverTime: number };

export type Diagnose = {
  diagnose(): Promise<Diagnosis>;
  /** Asks the server for its health with a word of our own, which tells it from a captive portal (docs/decisions/0012). */
  reach(): Promise<ReachOutcome>;
  exportTrace(): Promise<TraceFile>;
};

/** What owned files of this device was not what names them, and has been put right. */
export class FileOwnersError extends Error {
  override readonly name = 'FileOwnersError';
  constructor(faults: readonly string[]) {
    super(faults.join('; '));
  }
}

const REACH_MS = 10_000;
/** “Network authentication required” (RFC 6585): the one 5xx of a sign-in page. */
const PORTAL_STATUS = 511;

const isTrouble = ({ status, json }: HttpAnswer): boolean => {
  const ours = errorBody.safeParse(json).data;
  return (
    status === 429 ||
    (status >= 500 && status !== PORTAL_STATUS) ||
    (ours !== undefined && ours.status === status)
  );
};

/** A member who has read further than the server's last value is compared with what the server has told since, by an entry or a pull. */
const headFor = (cursor: Cursor, told: Cursor | undefined): Cursor | null =>
  told?.epoch === cursor.epoch && cursor.seq > told.seq ? cursor : (told ?? null);

export const createDiagnose = (options: {
  storage: Storage;
  ports: Pick<Ports, 'clock' | 'ids' | 'online' | 'space'>;
  /** Watched, so that an answer counts as one. */
  http: Http;
  deviceId: string;
  tab: string;
  trace: Trace;
  readStatus(): EngineStatus;
  readHealth(): EngineHealth;
  onError(error: unknown): void;
}): Diagnose => {
  const { storage, ports, http, deviceId, tab, trace, readStatus, readHealth } = options;

  let repairedFiles = 0;
  /** Looks again: another tab may have put them right meanwhile. */
  const repairOwners = async (): Promise<void> => {
    const faults = await storage.write([...ownerCheckStores, 'messages'], async (tx) => {
      const found = ownerFaults(await readNamingRows(tx));
      if (found.length > 0) await rebuildOwners(tx, SHOWN_MS);
      return found;
    });
    repairedFiles += faults.length;
    if (faults.length > 0) options.onError(new FileOwnersError(faults));
  };

  const diagnose = async (): Promise<Diagnosis> => {
    const { cursors, rows } = await storage.read([...ownerCheckStores, 'cursors'], async (tx) => ({
      cursors: cursorsOf(await tx.getAll('cursors')),
      rows: await readNamingRows(tx),
    }));
    const { outbox, uploads } = rows;
    if (ownerFaults(rows).length > 0) await repairOwners();
    const [used, isProtected] = await Promise.all([ports.space.estimate(), ports.space.isKept()]);
    const status = readStatus();
    const health = readHealth();
    const context = {
      outbox,
      held: heldByFiles(outbox, uploads),
      cursors,
      now: ports.clock.now(),
      isOnline: status.connection !== 'offline',
      paused: status.paused,
    };
    return {
      at: context.now,
      deviceId,
      tab,
      status,
      health,
      items: outbox.map((row) => ({
        id: row.id,
        name: row.name,
        lane: row.lane,
        state: row.state,
        attempts: row.attempts,
        writtenAt: row.writtenAt,
        waiting: waitingOf(row, context),
      })),
      scopes: [...cursors].map(([scope, cursor]) => ({
        scope,
        cursor,
        head: headFor(cursor, health.heads[scope]),
      })),
      storage: used,
      isProtected,
      repairedFiles,
    };
  };

  const reach = async (): Promise<ReachOutcome> => {
    const nonce = ports.ids.newId();
    const began = ports.clock.now();
    const timeout = new AbortController();
    const timer = ports.clock.schedule(() => timeout.abort(), REACH_MS);
    try {
      const path = `/api/v1/health/check?nonce=${nonce}`;
      const answer = await http.send({ method: 'GET', path, headers: {}, signal: timeout.signal });
      const { data } = healthResponse.safeParse(answer.json);
      if (data?.data.nonce !== nonce) return { by: isTrouble(answer) ? 'trouble' : 'stranger' };
      return {
        by: 'server',
        tookMs: Math.max(0, ports.clock.now() - began),
        serverTime: Date.parse(data.data.time),
      };
    } catch {
      return { by: 'nobody' };
    } finally {
      timer.unsubscribe();
    }
  };

  return {
    diagnose,
    reach,
    async exportTrace() {
      const { at, items, scopes, health } = await diagnose();
      return {
        format: 'tambay-trace',
        version: 1,
        protocol: PROTOCOL_VERSION,
        exportedAt: at,
        tab,
        role: health.role,
        steps: trace.steps(),
        items: items.map(({ id, name, lane, waiting }) => ({ id, name, lane, waits: waitingText(waiting) })),
        cursors: Object.fromEntries(scopes.map(({ scope, cursor }) => [scope, cursor])),
      };
    },
  };
};
