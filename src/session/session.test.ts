import { describe, expect, it } from 'vitest';
import { ProtocolError } from '../../protocol/index.ts';
import type { Engine, EngineStatus } from '../../sync/index.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import type { Account, Answer } from './api.ts';
import { createSession, type SessionDeps } from './session.ts';
import { TOKEN_KEY } from './token-storage.ts';

const ana: Account = {
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
const ben: Account = { ...ana, id: '01900000-0000-7000-8000-00000000000b', firstName: 'Ben' };

const done = (data: Account): Answer<Account> => ({ kind: 'done', data });
const dead: Answer<Account> = { kind: 'refused', error: new ProtocolError('session_dead') };
const down: Answer<Account> = { kind: 'refused', error: new ProtocolError('unavailable') };
const unreachable: Answer<Account> = { kind: 'unreachable' };

/** One device with a stand-in for the engine: what the session does with it is written down in `log`. */
const setup = ({
  token = null,
  remembered = null,
  holds = [],
  answers = [],
  pending = 0,
  isBroken = false,
  gate = Promise.resolve(),
}: {
  token?: string | null;
  remembered?: { userId: string; token: string } | null;
  holds?: readonly string[];
  answers?: readonly Answer<Account>[];
  pending?: number;
  isBroken?: boolean;
  /** The server answers when it opens. */
  gate?: Promise<void>;
}) => {
  const log: string[] = [];
  const storage = memoryStorage();
  if (token !== null) storage.setItem(TOKEN_KEY, token);
  let device = { deviceId: 'device', userId: remembered?.userId ?? null, token: remembered?.token ?? null };
  let dies: (() => void) | undefined;
  let told: (() => void) | undefined;
  const left = [...answers];
  let status: EngineStatus = {
    connection: 'online',
    pending,
    sending: 0,
    attention: 0,
    paused: null,
    isCatchingUp: false,
    lastSyncedAt: null,
    lostPending: null,
  };
  const engineOf = (userId: string): Engine =>
    // The session touches only these of the engine.
    ({
      userId,
      status: {
        get: () => status,
        subscribe(listener: () => void) {
          told = listener;
          return () => undefined;
        },
      },
      db: { users: { get: async (id: string) => (holds.includes(id) ? ana : undefined) } },
      close: async () => void log.push(`close ${userId.at(-1)}`),
    }) as unknown as Engine;
  const loadSync = async () => ({
    openDeviceStore: () => ({
      readDevice: async () => device,
      rememberSignIn: async (userId: string, known: string) => {
        device = { ...device, userId, token: known };
      },
      forgetSignIn: async () => {
        device = { ...device, userId: null, token: null };
      },
      readBirth: async () => undefined,
      rememberBirth: async () => undefined,
      forgetBirth: async () => undefined,
      close: () => undefined,
    }),
    openEngine: async (options: { userId: string; onSessionDead?: () => void }) => {
      if (isBroken) throw new Error('newer than the code');
      log.push(`open ${options.userId.at(-1)}`);
      dies = options.onSessionDead;
      return engineOf(options.userId);
    },
    deleteUserDatabase: async (userId: string) => void log.push(`delete ${userId.at(-1)}`),
  });
  const verify = async () => {
    log.push('verify');
    const answer = left.shift() ?? unreachable;
    await gate;
    return answer;
  };
  const deps: SessionDeps = { api: { verify }, baseUrl: '', storage, loadSync };
  const session = createSession(deps);
  const loseDatabase = (): void => {
    status = { ...status, paused: 'storage_lost' };
    told?.();
  };
  return { session, storage, log, device: () => device, endSession: () => dies?.(), loseDatabase };
};

const kindOf = (session: { get(): { kind: string } }) => session.get().kind;

describe('starting', () => {
  it('is anonymous without a token', async () => {
    const { session, log } = setup({});
    await session.start();
    expect(session.get()).toEqual({ kind: 'anonymous', notice: null });
    expect(log).toEqual([]);
  });

  it('shows a member whom the tables know before the server answers', async () => {
    const { session } = setup({ token: 't', remembered: { userId: ana.id, token: 't' }, holds: [ana.id] });
    const kinds: string[] = [];
    session.subscribe(() => kinds.push(kindOf(session)));
    await session.start();
    expect(kinds).toEqual(['verifying', 'signedIn']);
  });

  it('retries the verification once, and no network never logs anyone out', async () => {
    const { session, log, storage } = setup({
      token: 't',
      remembered: { userId: ana.id, token: 't' },
      holds: [ana.id],
      answers: [unreachable, unreachable],
    });
    await session.start();
    expect(kindOf(session)).toBe('signedIn');
    expect(log.filter((step) => step === 'verify')).toHaveLength(2);
    expect(storage.getItem(TOKEN_KEY)).toBe('t');
  });

  it('stays signed in through trouble of the server', async () => {
    const { session } = setup({
      token: 't',
      remembered: { userId: ana.id, token: 't' },
      holds: [ana.id],
      answers: [down],
    });
    await session.start();
    expect(kindOf(session)).toBe('signedIn');
  });

  it('asks the server who a token belongs to when the device does not know', async () => {
    const { session, log, device } = setup({ token: 't', answers: [done(ana)] });
    await session.start();
    expect(session.get()).toMatchObject({ kind: 'signedIn', account: ana });
    expect(log).toEqual(['verify', 'open a']);
    expect(device()).toMatchObject({ userId: ana.id, token: 't' });
  });

  it('says that nothing is here when neither the device nor the server can tell', async () => {
    const { session, storage } = setup({ token: 't' });
    await session.start();
    expect(kindOf(session)).toBe('unreachable');
    expect(storage.getItem(TOKEN_KEY)).toBe('t');
  });

  it("never opens one member's database under another's token", async () => {
    const { session, log } = setup({
      token: 'new',
      remembered: { userId: ana.id, token: 'old' },
      holds: [ana.id],
      answers: [done(ben)],
    });
    await session.start();
    expect(log).toEqual(['verify', 'open b']);
    expect(session.get()).toMatchObject({ kind: 'signedIn', account: ben });
  });
});

it('says so when the database cannot be opened', async () => {
  const { session } = setup({ token: 't', answers: [done(ana)], isBroken: true });
  await session.start();
  expect(kindOf(session)).toBe('failed');
});

describe('leaving', () => {
  const signedIn = async (pending = 0, answers: Answer<Account>[] = [done(ana)]) => {
    const made = setup({
      token: 't',
      remembered: { userId: ana.id, token: 't' },
      holds: [ana.id],
      answers,
      pending,
    });
    made.storage.setItem('tambay.language', 'fil');
    made.storage.setItem('something', 'else');
    await made.session.start();
    return made;
  };

  it('wipes token, storage and database by choice; the language stays', async () => {
    const { session, storage, log, device } = await signedIn();
    await session.signOut('wipe');
    expect(session.get()).toEqual({ kind: 'anonymous', notice: null });
    expect(storage.getItem(TOKEN_KEY)).toBeNull();
    expect(storage.getItem('something')).toBeNull();
    expect(storage.getItem('tambay.language')).toBe('fil');
    expect(log.slice(-2)).toEqual(['close a', 'delete a']);
    expect(device()).toMatchObject({ userId: null, token: null });
  });

  it('keeps the database when unsent work is to be sent later', async () => {
    const { session, log } = await signedIn(2);
    await session.signOut('keep');
    expect(log.at(-1)).toBe('close a');
  });

  it('locks the database on a dead session and says what waits', async () => {
    const { session, log, storage, endSession } = await signedIn(3);
    endSession();
    await Promise.resolve();
    expect(session.get()).toEqual({ kind: 'anonymous', notice: { waiting: 3 } });
    expect(storage.getItem(TOKEN_KEY)).toBeNull();
    expect(log).not.toContain('delete a');
  });

  it('ends the session when verification finds it dead', async () => {
    const { session, log } = await signedIn(0, [dead]);
    expect(kindOf(session)).toBe('anonymous');
    expect(log).not.toContain('delete a');
  });

  it('follows another tab out', async () => {
    const { session, storage, log } = await signedIn();
    storage.removeItem(TOKEN_KEY);
    await session.storageChanged(null);
    expect(kindOf(session)).toBe('anonymous');
    expect(log.at(-1)).toBe('close a');
  });

  it('lets an answer that comes after leaving change nothing', async () => {
    const made = setup({ token: 't', answers: [done(ana)] });
    const started = made.session.start();
    await made.session.signOut('wipe');
    await started;
    expect(kindOf(made.session)).toBe('anonymous');
    expect(made.storage.getItem(TOKEN_KEY)).toBeNull();
  });
});

it('opens again when the browser has deleted the database', async () => {
  const { session, log, loseDatabase } = setup({
    token: 't',
    remembered: { userId: ana.id, token: 't' },
    holds: [ana.id],
    answers: [done(ana), done(ana)],
  });
  await session.start();
  loseDatabase();
  await expect.poll(() => log).toEqual(['verify', 'open a', 'close a', 'verify', 'open a']);
  await expect.poll(() => kindOf(session)).toBe('signedIn');
});

describe('while the server is asked', () => {
  const asking = (answers: Answer<Account>[], holds: readonly string[]) => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const remembered = { userId: ana.id, token: 'old' };
    return { ...setup({ token: 'old', remembered, holds, answers, gate }), openGate };
  };

  it('closes what was opened and never shown when another tab signs out', async () => {
    const { session, storage, log, openGate } = asking([done(ana)], []);
    const started = session.start();
    await expect.poll(() => log).toContain('open a');
    storage.removeItem(TOKEN_KEY);
    await session.storageChanged(null);
    openGate();
    await started;
    expect(kindOf(session)).toBe('anonymous');
    expect(log).toContain('close a');
  });

  it('takes a 401 of the token before for no word about the new one', async () => {
    const { session, storage, openGate, log } = asking([dead, done(ana)], [ana.id]);
    const started = session.start();
    await expect.poll(() => log).toContain('open a');
    storage.setItem(TOKEN_KEY, 'new');
    openGate();
    await started;
    expect(kindOf(session)).toBe('signedIn');
    expect(storage.getItem(TOKEN_KEY)).toBe('new');
  });
});

it('follows another tab in', async () => {
  const { session, storage } = setup({ answers: [done(ana)] });
  await session.start();
  storage.setItem(TOKEN_KEY, 't');
  await session.storageChanged(TOKEN_KEY);
  expect(session.get()).toMatchObject({ kind: 'signedIn', account: ana });
});
