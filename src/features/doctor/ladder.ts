import type { Diagnosis, ReachOutcome } from '../../../sync/index.ts';

/** From what everything stands on to what stands on it. */
export const rungs = ['device', 'portal', 'server', 'session', 'socket', 'push'] as const;
export type RungName = (typeof rungs)[number];

/** `open`: it works. `broken`: it does not, and what stands above it cannot. `unknown`: not tried, or hidden by one below. */
export type RungState = 'open' | 'broken' | 'unknown';
export type Rung = {
  readonly name: RungName;
  readonly state: RungState;
  /** Epoch milliseconds of its last success. */
  readonly lastAt: number | null;
};

type Seen = Pick<Diagnosis, 'at' | 'health' | 'status'> & {
  readonly isOnline: boolean;
  /** Null while the answer is awaited. */
  readonly reached: ReachOutcome | null;
};

const portalState = (reached: ReachOutcome | null): RungState => {
  if (reached === null || reached.by === 'nobody') return 'unknown';
  return reached.by === 'stranger' ? 'broken' : 'open';
};

const serverState = (reached: ReachOutcome | null): RungState => {
  if (reached === null) return 'unknown';
  return reached.by === 'server' ? 'open' : 'broken';
};

/** Connecting takes a moment, on a slow network several. */
const CONNECTING_MS = 10_000;

const socketState = ({ at, health }: Seen): RungState => {
  const { isSocketConnected, isLeader, connectingSince } = health;
  if (isSocketConnected) return 'open';
  // Another tab may hold it for this one.
  if (!isLeader) return 'unknown';
  return connectingSince !== null && at - connectingSince < CONNECTING_MS ? 'unknown' : 'broken';
};

/** Whether anything of the outbox is left that should have gone by now. */
const pushState = ({ health, status }: Seen): RungState => {
  if (health.isStuck || status.paused !== null) return 'broken';
  return health.pushAt === null ? 'unknown' : 'open';
};

/** The ladder from the device to the outbox: the first broken rung is what is to be repaired. */
export const ladderOf = (seen: Seen): readonly Rung[] => {
  const { health, status, isOnline, reached } = seen;
  const found: readonly Rung[] = [
    { name: 'device', state: isOnline ? 'open' : 'broken', lastAt: health.networkAt },
    { name: 'portal', state: portalState(reached), lastAt: health.serverAt },
    { name: 'server', state: serverState(reached), lastAt: health.serverAt },
    {
      name: 'session',
      state:
        status.paused === 'session_dead' || status.paused === 'wrong_account'
          ? 'broken'
          : health.sessionAt === null
            ? 'unknown'
            : 'open',
      lastAt: health.sessionAt,
    },
    { name: 'socket', state: socketState(seen), lastAt: health.socketAt },
    { name: 'push', state: pushState(seen), lastAt: health.pushAt },
  ];
  const broken = found.findIndex(({ state }) => state === 'broken');
  if (broken === -1) return found;
  return found.map((rung, at) => (at > broken ? { ...rung, state: 'unknown' } : rung));
};
