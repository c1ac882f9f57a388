// Over 300 lines: every step between signed in and signed out is one of a single state, and all are here.
import { BehaviorSubject } from 'rxjs';
import type { Engine } from '../../sync/index.ts';
import type { Account } from './auth-api.ts';
import type { Answer } from './call-server.ts';
import { clearedUnsent } from './cleared-unsent.ts';
import { depart, finishDepartures, type LeaveMode, sendRevocations } from './departure.ts';
import { keepNotice, keepNoticeOwner, readNotice, readNoticeOwner } from './kept-notice.ts';
import { isKnownGone } from './known-gone.ts';
import { readLeftDevice } from './read-left-device.ts';
import type { SessionState } from './session-state.ts';
import type { Session, SessionDeps, SyncDoor } from './session-types.ts';
import { NOTE_MS, within } from './time-limit.ts';
import { readToken, SEEN_KEY, TOKEN_KEY, writeToken } from './token-storage.ts';
import { atRiskCount, NOTHING_LOST, unsentCount, waitingCount } from './unsent.ts';
import { createTabNote, NOTHING_UNSENT, noteUnsent, readUnsent } from './unsent-note.ts';
import { verifyWithRetry } from './verify-with-retry.ts';

/** Browsers write local storage out within seconds; a token that is older than this is on the disk. */
const TOKEN_DURABLE_MS = 60_000;

export const createSession = (deps: SessionDeps): Session => {
  const { api, baseUrl, storage, loadSync, onFault } = deps;
  const state = new BehaviorSubject<SessionState>({ kind: 'verifying' });
  // Each start, sign-in and sign-out makes what is still on its way from before void.
  let turn = 0;
  // A sign-in waits for the sign-out before it: the last step of leaving clears what coming in writes.
  let leaving: Promise<void> = Promise.resolve();
  let isLeaving = false;
  const engineShown = (): Engine | null => (state.value.kind === 'signedIn' ? state.value.engine : null);
  // Whose screen is shown.
  let shownToken: string | null = null;
  let hasSignedInHere = false;
  let lastUserId = readNoticeOwner(deps.tabStorage);
  const show = (next: SessionState): void => {
    shownToken = next.kind === 'signedIn' ? readToken(storage) : null;
    // It is said on the screen that stands now.
    if (next.kind === 'signedIn' || (next.kind === 'anonymous' && next.notice?.lost)) lost = NOTHING_LOST;
    if (next.kind === 'anonymous' && next.notice) tabNote.now = NOTHING_UNSENT;
    keepNotice(deps.tabStorage, next, lastUserId);
    state.next(next);
  };

  /** Unsent until the member has signed out, or was told what became of it. */
  const tabNote = createTabNote(deps.tabStorage);
  /** Unsent work that this page saw vanish, for the next screen to say, and with which database: it may only have been closed. */
  let lost = NOTHING_LOST;

  const open = async (sync: SyncDoor, userId: string): Promise<Engine> => {
    lastUserId = userId;
    const knownLost = lost.unsent > 0 ? lost : readUnsent(storage, userId);
    const wrap = (await deps.loadWrap?.()) ?? null;
    const engine = await sync.openEngine({
      userId,
      baseUrl,
      token: () => readToken(storage),
      onSessionDead: () => void session.forceSignOut(),
      onError: onFault,
      onReceived: deps.onReceived,
      ...(knownLost === undefined ? {} : { knownLost }),
      ...(wrap === null ? {} : { wrap }),
    });
    noteUnsent(storage, engine, tabNote);
    // The browser deleted the database under us: this engine writes nothing any more, a new one says what was lost.
    engine.status.subscribe(({ paused }) => {
      if (engineShown() === engine && paused === 'storage_lost') void lose(engine).catch(onFault);
    });
    return engine;
  };

  /** The database went away under the page: with a sign-out in another tab, or because the browser was told to clear it. */
  const lose = async (engine: Engine): Promise<void> => {
    if (readToken(storage) === null) {
      turn += 1;
      return follow(turn, engine, true);
    }
    lost = { databaseId: engine.databaseId, unsent: atRiskCount(engine) };
    return reopen(engine);
  };

  /** Lets go of the database at once, whose member may be another one by now, and begins anew. */
  const reopen = async (engine: Engine | null): Promise<void> => {
    turn += 1;
    show({ kind: 'verifying' });
    await engine?.close();
    await session.start();
  };

  const leave = (notice: { waiting: number } | null, mode: LeaveMode): Promise<void> => {
    turn += 1;
    hasSignedInHere = false;
    if (lastUserId !== null) keepNoticeOwner(deps.tabStorage, lastUserId);
    const own = turn;
    const engine = engineShown();
    const waiting = engine === null ? 0 : waitingCount(engine, storage);
    // "Signed out" is said when it is true: a member who puts the phone away at that moment is out.
    show({ kind: 'verifying' });
    isLeaving = true;
    const onSignedOut = () => {
      isLeaving = false;
      tabNote.now = NOTHING_UNSENT;
      if (own === turn) show({ kind: 'anonymous', notice });
    };
    leaving = depart(deps, { engine, mode, waiting, onSignedOut }).catch(onFault);
    return leaving;
  };

  /** Another tab has signed out, or the token was taken from local storage: lets go at once, then says how much waits. */
  const follow = async (own: number, engine: Engine | null, isDatabaseGone = false): Promise<void> => {
    show({ kind: 'anonymous', notice: null });
    // The browser clears one thing after another: the database may have gone before the token.
    const atRisk = engine === null ? lost.unsent : atRiskCount(engine);
    const counted = engine === null ? lost.unsent : unsentCount(engine);
    // Whatever holds the database, or breaks as it goes: what waits is said.
    if (engine !== null) await within(NOTE_MS, engine.close()).catch(onFault);
    const sync = await loadSync();
    const reading = readLeftDevice(sync, storage);
    // The device's own memory may be cleared while it is read, which then fails or never ends (measured in Chromium 156).
    const noted = (await within(NOTE_MS, reading).catch(() => false)) ? await reading : null;
    const isGone =
      isDatabaseGone || engine === null || (await isKnownGone(sync.hasUserDatabase, engine.userId));
    // A token that was still noted means that no tab has signed out in order; another device id, that even this was cleared.
    const isCleared =
      noted === null ? isGone : noted.deviceId !== engine?.deviceId || (isGone && noted.token !== null);
    if (own !== turn) return;
    if (atRisk > 0 && isCleared) return show({ kind: 'anonymous', notice: { waiting: 0, lost: atRisk } });
    const waiting = noted !== null && noted.token === null ? noted.leftWaiting : counted;
    show({ kind: 'anonymous', notice: { waiting } });
  };

  const enter = async (sync: SyncDoor, account: Account, token: string, own: number): Promise<void> => {
    await leaving;
    if (own !== turn) return;
    const device = sync.openDeviceStore();
    const { departures } = await device.readDevice();
    await finishDepartures(sync, departures, onFault);
    await device.rememberSignIn(account.id, token, Date.now());
    device.close();
    if (own !== turn) return;
    writeToken(storage, token);
    deps.tabStorage.setItem(SEEN_KEY, '1');
    // A sign-out in a tunnel, or behind a captive portal: a member who signs in has a network.
    void sendRevocations(deps, sync).catch(onFault);
    const engine = await open(sync, account.id);
    if (own !== turn) return engine.close();
    show({ kind: 'signedIn', engine, account });
  };

  const openKnown = async (sync: SyncDoor, token: string, own: number): Promise<Engine | null> => {
    const device = sync.openDeviceStore();
    const known = await device.readDevice();
    await finishDepartures(sync, known.departures, onFault);
    const isKnown = known.userId !== null && known.token === token;
    if (isKnown && Date.now() - known.tokenSince > TOKEN_DURABLE_MS) await device.confirmToken(token);
    device.close();
    if (known.userId === null || known.token !== token) return null;
    deps.tabStorage.setItem(SEEN_KEY, '1');
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
    // An engine that was never shown has no other owner; closing one twice does no harm.
    if (own !== turn) return engine?.close();
    if (answer.kind === 'refused' && answer.error.kind === 'session_dead') {
      if (state.value.kind !== 'signedIn') await engine?.close();
      // Another tab has signed in again meanwhile: the answer is about the token before.
      return readToken(storage) === token ? session.forceSignOut() : session.storageChanged(TOKEN_KEY);
    }
    if (answer.kind !== 'done') {
      if (state.value.kind !== 'signedIn') {
        await engine?.close();
        const error = answer.kind === 'refused' ? answer.error.detail : null;
        if (own === turn) show({ kind: 'unreachable', error });
      }
      return;
    }
    if (engine?.userId === answer.data.id) return show({ kind: 'signedIn', engine, account: answer.data });
    show({ kind: 'verifying' });
    await engine?.close();
    await enter(sync, answer.data, token, own);
  };

  /** @returns the token that a killed browser has lost from local storage; never one that was taken away there */
  const heal = async (): Promise<string | null> => {
    if (!(await deps.isDeviceKnown())) return null;
    const sync = await loadSync();
    const device = sync.openDeviceStore();
    try {
      const { token, isTokenKept, departures } = await device.readDevice();
      await finishDepartures(sync, departures, onFault);
      void sendRevocations(deps, sync).catch(onFault);
      if (token === null) return null;
      if (isTokenKept || deps.tabStorage.getItem(SEEN_KEY) !== null) {
        await device.forgetSignIn();
        return null;
      }
      writeToken(storage, token);
      return token;
    } finally {
      device.close();
    }
  };

  const begin = async (own: number): Promise<void> => {
    const { before } = tabNote;
    tabNote.before = undefined;
    await leaving;
    const token = readToken(storage) ?? (await heal());
    if (own !== turn) return;
    if (token === null) {
      // The browser cleared the database first and then the token.
      const cleared = lost.unsent > 0 ? lost.unsent : await clearedUnsent(deps, before);
      if (own !== turn) return;
      const notice = cleared > 0 ? { waiting: 0, lost: cleared } : readNotice(deps.tabStorage);
      show({ kind: 'anonymous', notice });
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
    void sendRevocations(deps, sync).catch(onFault);
    await settle(await asked, sync, token, engine, own);
  };

  const session: Session = {
    state,
    token: () => readToken(storage),
    lastUserId: () => lastUserId,
    hasSignedInHere: () => hasSignedInHere,

    async start() {
      turn += 1;
      const own = turn;
      try {
        await begin(own);
      } catch (error) {
        onFault(error);
        // The database cannot be opened, as when it is newer than this code: saying so beats loading for ever.
        if (own === turn) show({ kind: 'failed' });
      }
    },

    async signIn({ accessToken, user }) {
      turn += 1;
      hasSignedInHere = true;
      const own = turn;
      try {
        await enter(await loadSync(), user, accessToken, own);
      } catch (error) {
        onFault(error);
        if (own === turn) show({ kind: 'failed' });
      }
    },

    signOut: (mode) => leave(null, mode),

    async forceSignOut() {
      if (state.value.kind === 'anonymous' || isLeaving) return;
      const shown = engineShown();
      const waiting = shown === null ? 0 : waitingCount(shown, storage);
      await leave({ waiting }, 'lock');
    },

    async storageChanged(key) {
      if (key !== null && key !== TOKEN_KEY) return;
      const token = readToken(storage);
      if (token === null && state.value.kind === 'anonymous') return;
      // Back from the page cache as the same member: the screen that stands there is right, and the engine wakes by itself.
      if (state.value.kind === 'signedIn' && token === shownToken) return;
      turn += 1;
      const engine = engineShown();
      if (token === null) return follow(turn, engine).catch(onFault);
      await reopen(engine);
    },

    pageEnds: tabNote.keep,

    networkReturned() {
      if (state.value.kind === 'unreachable') void session.start();
      if (state.value.kind !== 'anonymous') return;
      void deps
        .isDeviceKnown()
        .then(async (isKnown) => (isKnown ? sendRevocations(deps, await loadSync()) : undefined))
        .catch(onFault);
    },
  };
  return session;
};
