import type { Engine, Subscribable } from '../../sync/index.ts';
import type { Account, Answer, Api, SignedIn } from './api.ts';
import type { SessionState, SignOutMode } from './session-state.ts';
import { clearStorage, readToken, TOKEN_KEY, writeToken } from './token-storage.ts';

type SyncDoor = Pick<
  typeof import('../../sync/index.ts'),
  'openDeviceStore' | 'openEngine' | 'deleteUserDatabase'
>;

export type SessionDeps = {
  readonly api: Pick<Api, 'verify'>;
  readonly baseUrl: string;
  readonly storage: Storage;
  /** The engine's code, loaded when there is somebody to load it for. */
  readonly loadSync: () => Promise<SyncDoor>;
};

export type Session = Subscribable<SessionState> & {
  start(): Promise<void>;
  signIn(answer: SignedIn): Promise<void>;
  signOut(mode: SignOutMode): Promise<void>;
  /** The session is dead: storage is cleared, the database stays, locked until the same member signs in (decisions.md §7). */
  forceSignOut(): Promise<void>;
  /** Another tab changed local storage; `key` is null when it was cleared. */
  storageChanged(key: string | null): Promise<void>;
  token(): string | null;
};

/** Specification §4: verification is retried once. */
const verifyWithRetry = async (api: SessionDeps['api'], token: string): Promise<Answer<Account>> => {
  const first = await api.verify(token);
  return first.kind === 'unreachable' ? api.verify(token) : first;
};

export const unsentCount = (engine: Engine): number => {
  const { pending, attention } = engine.status.get();
  return pending + attention;
};

export const createSession = ({ api, baseUrl, storage, loadSync }: SessionDeps): Session => {
  let state: SessionState = { kind: 'verifying' };
  // Each start, sign-in and sign-out makes what is still on its way from before void.
  let turn = 0;
  const listeners = new Set<() => void>();
  const show = (next: SessionState): void => {
    state = next;
    for (const listener of [...listeners]) listener();
  };

  const open = async (sync: SyncDoor, userId: string): Promise<Engine> => {
    const engine = await sync.openEngine({
      userId,
      baseUrl,
      token: () => readToken(storage),
      onSessionDead: () => void session.forceSignOut(),
    });
    // The browser deleted the database under us: this engine writes nothing any more, a new one says what was lost.
    engine.status.subscribe(() => {
      const isShown = state.kind === 'signedIn' && state.engine === engine;
      if (isShown && engine.status.get().paused === 'storage_lost') void session.storageChanged(TOKEN_KEY);
    });
    return engine;
  };

  const leave = async (notice: { waiting: number } | null, mode: SignOutMode): Promise<void> => {
    turn += 1;
    const engine = state.kind === 'signedIn' ? state.engine : null;
    show({ kind: 'anonymous', notice });
    clearStorage(storage);
    const sync = await loadSync();
    const device = sync.openDeviceStore();
    await device.forgetSignIn();
    await engine?.close();
    if (engine && mode === 'wipe') await sync.deleteUserDatabase(engine.userId);
    device.close();
  };

  const enter = async (sync: SyncDoor, account: Account, token: string, own: number): Promise<void> => {
    const device = sync.openDeviceStore();
    await device.rememberSignIn(account.id, token);
    device.close();
    if (own !== turn) return;
    writeToken(storage, token);
    const engine = await open(sync, account.id);
    if (own !== turn) return engine.close();
    show({ kind: 'signedIn', engine, account });
  };

  const openKnown = async (sync: SyncDoor, token: string, own: number): Promise<Engine | null> => {
    const device = sync.openDeviceStore();
    const known = await device.readDevice();
    device.close();
    if (known.userId === null || known.token !== token) return null;
    const engine = await open(sync, known.userId);
    if (own === turn) return engine;
    await engine.close();
    return null;
  };

  /** The server has spoken about the token, or could not be asked. */
  const settle = async (
    answer: Answer<Account>,
    sync: SyncDoor,
    token: string,
    engine: Engine | null,
    own: number,
  ): Promise<void> => {
    // Nobody else knows of an engine that was never shown; closing one twice does no harm.
    if (own !== turn) return engine?.close();
    if (answer.kind === 'refused' && answer.error.kind === 'session_dead') {
      if (state.kind !== 'signedIn') await engine?.close();
      // Another tab has signed in again meanwhile: the answer is about the token before.
      return readToken(storage) === token ? session.forceSignOut() : session.storageChanged(TOKEN_KEY);
    }
    if (answer.kind !== 'done') {
      if (state.kind !== 'signedIn') {
        await engine?.close();
        if (own === turn) show({ kind: 'unreachable' });
      }
      return;
    }
    if (engine?.userId === answer.data.id) {
      show({ kind: 'signedIn', engine, account: answer.data });
      return;
    }
    show({ kind: 'verifying' });
    await engine?.close();
    await enter(sync, answer.data, token, own);
  };

  const begin = async (own: number): Promise<void> => {
    const token = readToken(storage);
    if (token === null) {
      show({ kind: 'anonymous', notice: null });
      return;
    }
    show({ kind: 'verifying' });
    const asked = verifyWithRetry(api, token);
    const sync = await loadSync();
    const engine = await openKnown(sync, token, own);
    if (own !== turn) return;
    // The loading screen ends as soon as the local tables know the member, network or not.
    if (engine && (await engine.db.users.get(engine.userId)) !== undefined && own === turn) {
      show({ kind: 'signedIn', engine, account: null });
    }
    await settle(await asked, sync, token, engine, own);
  };

  const session: Session = {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    token: () => readToken(storage),

    async start() {
      turn += 1;
      const own = turn;
      try {
        await begin(own);
      } catch {
        // The database cannot be opened, as when it is newer than this code: saying so beats loading for ever.
        if (own === turn) show({ kind: 'failed' });
      }
    },

    async signIn({ accessToken, user }) {
      turn += 1;
      const own = turn;
      try {
        await enter(await loadSync(), user, accessToken, own);
      } catch {
        if (own === turn) show({ kind: 'failed' });
      }
    },

    signOut: (mode) => leave(null, mode),

    async forceSignOut() {
      if (state.kind === 'anonymous') return;
      await leave({ waiting: state.kind === 'signedIn' ? unsentCount(state.engine) : 0 }, 'keep');
    },

    async storageChanged(key) {
      if (key !== null && key !== TOKEN_KEY) return;
      const token = readToken(storage);
      if (token === null && state.kind === 'anonymous') return;
      turn += 1;
      const engine = state.kind === 'signedIn' ? state.engine : null;
      // Another tab signed out or in as somebody else: this one lets go of the database at once.
      show(token === null ? { kind: 'anonymous', notice: { waiting: 0 } } : { kind: 'verifying' });
      await engine?.close();
      if (token !== null) await session.start();
    },
  };
  return session;
};
