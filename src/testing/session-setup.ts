import { BehaviorSubject } from 'rxjs';
import { ProtocolError } from '../../protocol/index.ts';
import type { Departure, Device, Engine, EngineStatus } from '../../sync/index.ts';
import type { Account } from '../session/auth-api.ts';
import type { Answer } from '../session/call-server.ts';
import { createSession } from '../session/session.ts';
import type { Session, SessionDeps } from '../session/session-types.ts';
import { TOKEN_KEY } from '../session/token-storage.ts';
import { memoryStorage } from './memory-storage.ts';

export const ana: Account = {
  id: '01900000-0000-7000-8000-00000000000a',
  uniqueCode: '0123456789ABC',
  firstName: 'Ana',
  middleName: null,
  lastName: 'Santos',
  avatarId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  email: 'ana@example.org',
  birthDate: '1999-04-01',
};
export const ben: Account = { ...ana, id: '01900000-0000-7000-8000-00000000000b', firstName: 'Ben' };

export const done = (data: Account): Answer<Account> => ({ kind: 'done', data });
export const dead: Answer<Account> = { kind: 'refused', error: new ProtocolError('session_dead') };
export const down: Answer<Account> = { kind: 'refused', error: new ProtocolError('unavailable') };
export const unreachable: Answer<Account> = { kind: 'unreachable' };

/** One device with a stand-in for the engine: what the session does with it is written down in `log`. */
export const setup = ({
  token = null,
  remembered = null,
  holds = [],
  answers = [],
  pending = 0,
  drafts = 0,
  isBroken = false,
  gate = Promise.resolve(),
  isTokenKept = true,
  tokenSince = 0,
  departures = [],
  isOnline = true,
  tabStorage = memoryStorage(),
  pushEnds = Promise.resolve(),
}: {
  token?: string | null;
  remembered?: { userId: string; token: string } | null;
  holds?: readonly string[];
  answers?: readonly Answer<Account>[];
  pending?: number;
  drafts?: number;
  isBroken?: boolean;
  /** The server answers when it opens. */
  gate?: Promise<void>;
  isTokenKept?: boolean;
  tokenSince?: number;
  departures?: readonly Departure[];
  /** Whether the server learns of sign-outs. */
  isOnline?: boolean;
  tabStorage?: Storage;
  pushEnds?: Promise<void>;
}) => {
  const log: string[] = [];
  const storage = memoryStorage();
  let isReachable = isOnline;
  let hasBrokenNotes = false;
  let hasDatabase = true;
  const badReads: Promise<never>[] = [];
  let ending = Promise.resolve();
  let looking = Promise.resolve();
  if (token !== null) storage.setItem(TOKEN_KEY, token);
  let device: Device = {
    deviceId: 'device',
    userId: remembered?.userId ?? null,
    token: remembered?.token ?? null,
    isTokenKept,
    tokenSince,
    leftWaiting: 0,
    departures,
    revocations: [],
    language: null,
    pushFor: null,
    isLabOn: false,
    clockOffsetMs: 0,
  };
  const setDevice = (next: Partial<Device>): void => {
    device = { ...device, ...next };
  };
  let dies: (() => void) | undefined;
  const left = [...answers];
  const status = new BehaviorSubject<EngineStatus>({
    connection: 'online',
    pending,
    ...{ sending: 0, attention: 0, unsettled: 0, marks: 0, files: 0, drafts },
    paused: null,
    isCatchingUp: false,
    lastSyncedAt: null,
    lostPending: null,
    similarDevice: null,
    isStuck: false,
  });
  const engineOf = (userId: string): Engine =>
    // The session touches only these of the engine.
    ({
      userId,
      deviceId: 'device',
      status,
      db: { users: { get: async (id: string) => (holds.includes(id) ? ana : undefined) } },
      close: async () => {
        log.push(`close ${userId.at(-1)}`);
        await ending;
      },
    }) as unknown as Engine;
  const loadSync = async () => ({
    openDeviceStore: () => ({
      readDevice: async () => {
        await badReads.shift();
        return device;
      },
      rememberSignIn: async (userId: string, known: string, at: number) => {
        device = { ...device, userId, token: known, tokenSince: at, isTokenKept: false };
      },
      confirmToken: async () => {
        device = { ...device, isTokenKept: true };
      },
      leave: async (note: {
        departure: Departure | null;
        leftWaiting: number;
        revocation: string | null;
      }) => {
        if (hasBrokenNotes) throw new Error('no storage');
        log.push('noted');
        device = {
          ...device,
          userId: null,
          token: null,
          leftWaiting: note.leftWaiting,
          departures: note.departure === null ? [] : [note.departure],
          revocations: note.revocation === null ? [] : [note.revocation],
        };
      },
      finishDeparture: async (userId: string) => {
        device = { ...device, departures: device.departures.filter((one) => one.userId !== userId) };
      },
      forgetRevocation: async (hash: string) => {
        device = { ...device, revocations: device.revocations.filter((one) => one !== hash) };
      },
      forgetSignIn: async () => setDevice({ userId: null, token: null }),
      rememberLanguage: async () => undefined,
      rememberPush: async () => undefined,
      rememberLab: async () => undefined,
      keepSnapshot: async () => undefined,
      rememberClockOffset: async () => undefined,
      readFor: async () => ({ device, knownDatabaseId: undefined }),
      rememberDatabaseId: async () => undefined,
      forgetDatabaseId: async () => undefined,
      close: () => undefined,
    }),
    openEngine: async (options: { userId: string; onSessionDead?: () => void }) => {
      if (isBroken) throw new Error('newer than the code');
      log.push(`open ${options.userId.at(-1)}`);
      dies = options.onSessionDead;
      return engineOf(options.userId);
    },
    hasUserDatabase: async () => {
      await looking;
      return hasDatabase;
    },
    deleteUserDatabase: async (userId: string) => void log.push(`delete ${userId.at(-1)}`),
    freezeUserDatabase: async (userId: string) => {
      log.push(`freeze ${userId.at(-1)}`);
      return pending;
    },
  });
  const verify = async () => {
    log.push('verify');
    const answer = left.shift() ?? unreachable;
    await gate;
    return answer;
  };
  const respond = (what: string) => async (): Promise<Answer<unknown>> => {
    if (!isReachable) return unreachable;
    log.push(what);
    return { kind: 'done', data: { ended: true } };
  };
  const faults: unknown[] = [];
  const deps: SessionDeps = {
    api: { verify, logout: respond('logout'), revoke: respond('revoke') },
    baseUrl: '',
    storage,
    tabStorage,
    isDeviceKnown: async () => remembered !== null || departures.length > 0 || device.revocations.length > 0,
    hashToken: async (known) => `hash of ${known}`,
    endPush: () => {
      log.push('push');
      return pushEnds;
    },
    loadSync,
    onFault: (error) => faults.push(error),
  };
  const session = createSession(deps);
  const loseDatabase = (): void => {
    hasDatabase = false;
    status.next({ ...status.value, paused: 'storage_lost' });
  };
  return {
    api: deps.api,
    session,
    /** The session of the page that comes after this one in the same tab. */
    next: () => {
      session.pageEnds();
      return createSession(deps);
    },
    storage,
    tabStorage,
    log,
    faults,
    device: () => device,
    setDevice,
    setReachable: (next: boolean) => {
      isReachable = next;
    },
    breakNotes: () => {
      hasBrokenNotes = true;
    },
    /** What comes of the next read of the device's notes instead of them. */
    spoilRead: (outcome: Promise<never>) => badReads.push(outcome),
    /** What comes of closing the engine, and of asking which databases there are. */
    spoilEnd: (outcome: Promise<never>) => {
      ending = outcome;
    },
    spoilLook: (outcome: Promise<never>) => {
      looking = outcome;
    },
    endSession: () => dies?.(),
    loseDatabase,
    loseDatabaseSilently: () => {
      hasDatabase = false;
    },
  };
};

export const kindOf = ({ state }: Pick<Session, 'state'>) => state.value.kind;
