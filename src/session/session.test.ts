import { skip } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { ana, ben, dead, done, down, kindOf, setup, unreachable } from '../testing/session-setup.ts';
import { askAgain } from './ask-again.ts';
import type { Account } from './auth-api.ts';
import type { Answer } from './call-server.ts';
import { keepPendingLeave, pendingLeavesOf } from './pending-leaves.ts';
import { TOKEN_KEY } from './token-storage.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('starting', () => {
  it('is anonymous without a token', async () => {
    const { session, log } = setup({});
    await session.start();
    expect(session.state.value).toEqual({ kind: 'anonymous', notice: null });
    expect(log).toEqual([]);
  });

  it('shows a member whom the tables know before the server answers', async () => {
    const { session } = setup({ token: 't', remembered: { userId: ana.id, token: 't' }, holds: [ana.id] });
    const kinds: string[] = [];
    session.state.pipe(skip(1)).subscribe(() => kinds.push(kindOf(session)));
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

  it('begins by itself once a server that could not be reached answers, and not before', async () => {
    const { api, session, log } = setup({
      token: 't',
      answers: [down, down, unreachable, down, done(ana), done(ana)],
    });
    await session.start();
    expect(kindOf(session)).toBe('unreachable');
    for (const _ of ['unreachable', 'down']) {
      await askAgain(api, session);
      expect(kindOf(session)).toBe('unreachable');
    }
    await askAgain(api, session);
    expect(kindOf(session)).toBe('signedIn');
    const asked = log.length;
    await askAgain(api, session);
    expect(log).toHaveLength(asked);
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
    expect(session.state.value).toMatchObject({ kind: 'signedIn', account: ana });
    expect(log).toEqual(['verify', 'open a']);
    expect(device()).toMatchObject({ userId: ana.id, token: 't' });
  });

  it('says that nothing is here when neither the device nor the server can tell', async () => {
    const { session, storage } = setup({ token: 't' });
    await session.start();
    expect(kindOf(session)).toBe('unreachable');
    expect(storage.getItem(TOKEN_KEY)).toBe('t');
  });

  it.each([
    ['the words of our server', [down, down], 'unavailable'],
    ['the words it ends with', [unreachable, down], 'unavailable'],
    ['none where nobody answers', [down, unreachable], undefined],
  ] as const)('keeps for the screen %s', async (_what, answers, code) => {
    const { session } = setup({ token: 't', answers });
    await session.start();
    const state = session.state.value;
    expect(state.kind === 'unreachable' && state.error?.code).toBe(code);
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
    expect(session.state.value).toMatchObject({ kind: 'signedIn', account: ben });
  });
});

it('says so when the database cannot be opened', async () => {
  const { session } = setup({ token: 't', answers: [done(ana)], isBroken: true });
  await session.start();
  expect(kindOf(session)).toBe('failed');
});

describe('leaving', () => {
  const signedIn = async (
    pending = 0,
    answers: Answer<Account>[] = [done(ana)],
    pushEnds = Promise.resolve(),
    drafts = 0,
  ) => {
    const made = setup({
      pushEnds,
      token: 't',
      remembered: { userId: ana.id, token: 't' },
      holds: [ana.id],
      ...{ answers, pending, drafts },
    });
    made.storage.setItem('tambay.language', 'fil');
    made.storage.setItem('something', 'else');
    await made.session.start();
    return made;
  };

  /** The server is told meanwhile; who is first does not matter. */
  const toServer = (log: readonly string[]) => log.filter((step) => step === 'push' || step === 'logout');
  const onDevice = (log: readonly string[]) => log.filter((step) => step !== 'push' && step !== 'logout');

  it('wipes token, storage and database by choice; the language stays', async () => {
    const { session, storage, log, device } = await signedIn();
    await session.signOut('wipe');
    expect(session.state.value).toEqual({ kind: 'anonymous', notice: null });
    expect(storage.getItem(TOKEN_KEY)).toBeNull();
    expect(storage.getItem('something')).toBeNull();
    expect(storage.getItem('tambay.language')).toBe('fil');
    expect(onDevice(log)).toEqual(['verify', 'open a', 'noted', 'close a', 'delete a']);
    // Specification §4: push first, then local storage, then what is behind it.
    expect(log.indexOf('push')).toBeLessThan(log.indexOf('close a'));
    await expect.poll(() => toServer(log)).toEqual(['push', 'logout']);
    expect(device()).toMatchObject({ userId: null, token: null });
  });

  it('clears nothing before push is unregistered, and waits for no end that does not come', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = await signedIn(0, [done(ana)], promise);
    const leaving = first.session.signOut('wipe');
    await expect.poll(() => first.log).toContain('push');
    expect([first.storage.getItem(TOKEN_KEY), toServer(first.log)]).toEqual(['t', ['push']]);
    resolve();
    await leaving;
    expect(first.storage.getItem(TOKEN_KEY)).toBeNull();
    const never = Promise.withResolvers<void>().promise;
    const second = await signedIn(0, [done(ana)], never);
    await second.session.signOut('wipe');
    expect(second.storage.getItem(TOKEN_KEY)).toBeNull();
  });

  it.each(['by choice', 'by force'])('leaves the data saver and the meter to the device: %s', async (how) => {
    const { session, storage, endSession } = await signedIn();
    storage.setItem('tambay.dataSaver', 'on');
    storage.setItem('tambay.dataMeter', '2026-01 4096');
    if (how === 'by choice') await session.signOut('wipe');
    else endSession();
    await expect.poll(() => storage.getItem(TOKEN_KEY)).toBeNull();
    expect([storage.getItem('tambay.dataSaver'), storage.getItem('tambay.dataMeter')]).toEqual([
      'on',
      '2026-01 4096',
    ]);
  });

  it('says so only when no start would find the session any more', async () => {
    const { session, storage, device } = await signedIn();
    const told: unknown[] = [];
    session.state
      .pipe(skip(1))
      .subscribe(() => told.push([kindOf(session), storage.getItem(TOKEN_KEY), device()?.token ?? null]));
    await session.signOut('wipe');
    expect(told).toEqual([
      ['verifying', 't', 't'],
      ['anonymous', null, null],
    ]);
  });

  it('freezes the unsent work that is to be sent later, and wipes the rest', async () => {
    const { session, log, device } = await signedIn(2);
    await session.signOut('later');
    expect(onDevice(log).slice(-2)).toEqual(['close a', 'freeze a']);
    expect(device()).toMatchObject({ leftWaiting: 2, departures: [], token: null });
  });

  it('locks the database on a dead session and says what waits', async () => {
    const { session, log, storage, device, endSession } = await signedIn(3);
    endSession();
    await expect.poll(() => session.state.value).toEqual({ kind: 'anonymous', notice: { waiting: 3 } });
    await expect.poll(() => storage.getItem(TOKEN_KEY)).toBeNull();
    await expect.poll(() => log).toContain('close a');
    expect(log).not.toContain('delete a');
    expect(log).not.toContain('freeze a');
    // The answer has the browser clear its cache; nothing is to be repeated for a session that has ended.
    expect(log).toContain('logout');
    expect(device()?.revocations).toEqual([]);
  });

  it('drops what another app shared with a sign-out, and leaves it to its owner when their session died', async () => {
    const deleteDatabase = vi.fn();
    vi.stubGlobal('indexedDB', { deleteDatabase });
    const { session, log, endSession } = await signedIn();
    endSession();
    await expect.poll(() => log).toContain('close a');
    await session.signIn({ accessToken: 't', user: ana });
    expect(deleteDatabase).not.toHaveBeenCalled();
    await session.signOut('wipe');
    expect(deleteDatabase.mock.calls).toEqual([['tambay-shares']]);
  });

  it('knows whose session ended when the page is loaded anew before it has said so', async () => {
    const first = await signedIn(3);
    first.endSession();
    // The device's note is made, the token is still in local storage: nothing but the server knows whose it was.
    const reloaded = setup({ tabStorage: first.tabStorage, token: 't', answers: [dead] });
    await reloaded.session.start();
    expect(kindOf(reloaded.session)).toBe('anonymous');
    expect(reloaded.session.lastUserId()).toBe(ana.id);
  });

  it('still says so after a reload of the tab, until somebody comes in', async () => {
    const first = await signedIn(3);
    first.endSession();
    await expect.poll(() => kindOf(first.session)).toBe('anonymous');
    const reloaded = setup({ tabStorage: first.tabStorage });
    await reloaded.session.start();
    expect(reloaded.session.state.value).toEqual({ kind: 'anonymous', notice: { waiting: 3 } });
    // The router may not have left the member's screen yet: that is not where the next one begins.
    expect(reloaded.session.lastUserId()).toBe(ana.id);
    await reloaded.session.signIn({ accessToken: 'u', user: ben });
    expect(setup({ tabStorage: first.tabStorage }).session.lastUserId()).toBeNull();
    await reloaded.session.signOut('wipe');
    const again = setup({ tabStorage: first.tabStorage });
    await again.session.start();
    expect(again.session.state.value).toEqual({ kind: 'anonymous', notice: null });
  });

  it('tells the server later when it was left without a network, and keeps nothing to sign in with', async () => {
    const { session, log, device, setReachable } = await signedIn();
    setReachable(false);
    await session.signOut('wipe');
    expect(device()).toMatchObject({ token: null, revocations: ['hash of t'] });
    setReachable(true);
    session.networkReturned();
    await expect.poll(() => device().revocations).toEqual([]);
    expect(log.filter((step) => step === 'revoke')).toHaveLength(1);
  });

  it('tells the server of an earlier sign-out with the next sign-in, of any member', async () => {
    const { session, device, setReachable } = await signedIn();
    setReachable(false);
    await session.signOut('wipe');
    setReachable(true);
    await session.signIn({ accessToken: 'u', user: ben });
    await expect.poll(() => device().revocations).toEqual([]);
  });

  it('keeps an unacknowledged block for its member, says that it waits, and discards it with the rest', async () => {
    const { session, storage, endSession } = await signedIn();
    const [hers, his] = [ana, ben].map(({ id }) => ({ userId: id, chatId: newId(), how: 'block' as const }));
    if (!hers || !his) throw new Error('Two of them');
    for (const leave of [hers, his]) keepPendingLeave(storage, leave);
    keepPendingLeave(storage, { userId: ana.id, chatId: newId(), how: 'next' });
    endSession();
    await expect.poll(() => session.state.value).toEqual({ kind: 'anonymous', notice: { waiting: 1 } });
    await expect.poll(() => storage.getItem(TOKEN_KEY)).toBeNull();
    expect(pendingLeavesOf(storage, ana.id)).toContainEqual(hers);
    await session.signIn({ accessToken: 'u', user: ana });
    await session.signOut('later');
    expect(pendingLeavesOf(storage, ana.id)).toContainEqual(hers);
    await session.signIn({ accessToken: 'v', user: ana });
    await session.signOut('wipe');
    expect([pendingLeavesOf(storage, ana.id), pendingLeavesOf(storage, ben.id)]).toEqual([[], [his]]);
  });

  it('clears the token even when the note of it cannot be written', async () => {
    const made = await signedIn();
    made.breakNotes();
    await made.session.signOut('wipe');
    expect(made.storage.getItem(TOKEN_KEY)).toBeNull();
    expect(onDevice(made.log).slice(-2)).toEqual(['close a', 'delete a']);
    expect(made.faults).toHaveLength(1);
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

  it('says how much waits when another tab has left it for later, and nothing when it was discarded', async () => {
    for (const leftWaiting of [4, 0]) {
      const { session, storage, setDevice } = await signedIn(3);
      setDevice({ token: null, userId: null, leftWaiting });
      storage.clear();
      await session.storageChanged(null);
      expect(session.state.value).toEqual({ kind: 'anonymous', notice: { waiting: leftWaiting } });
    }
  });

  it('says what is gone when the browser has cleared the whole device, drafts included', async () => {
    const { session, storage, setDevice, loseDatabase } = await signedIn(3, undefined, undefined, 2);
    storage.clear();
    setDevice({ deviceId: 'another device', token: null, userId: null });
    loseDatabase();
    await expect
      .poll(() => session.state.value)
      .toEqual({ kind: 'anonymous', notice: { waiting: 0, lost: 5 } });
  });

  it('does not forget who came in through another tab while this one followed it out', async () => {
    const { session, storage, setDevice, device } = await signedIn();
    storage.clear();
    const followed = session.storageChanged(null);
    setDevice({ token: 'of ben', userId: ben.id });
    storage.setItem(TOKEN_KEY, 'of ben');
    await followed;
    expect(device()).toMatchObject({ token: 'of ben', userId: ben.id });
  });

  // A browser clears one thing after another, in any order, and the page learns of it in between.
  const cleared = { waiting: 0, lost: 3 };

  it('says so when the database is gone and the token, and the memory of this device is next', async () => {
    const { session, storage, loseDatabase, device } = await signedIn(3);
    storage.clear();
    loseDatabase();
    await expect.poll(() => session.state.value).toEqual({ kind: 'anonymous', notice: cleared });
    expect(device().token).toBeNull();
  });

  it.each([
    ['fails', () => Promise.reject(new Error('deleted'))],
    ['never ends', () => new Promise<never>(() => undefined)],
  ])('says so when that memory is cleared while it is read, and reading it %s', async (_how, outcome) => {
    const { session, storage, loseDatabase, spoilRead } = await signedIn(3);
    vi.useFakeTimers();
    storage.clear();
    spoilRead(outcome());
    loseDatabase();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(session.state.value).toEqual({ kind: 'anonymous', notice: cleared });
  });

  it('says so when it learns of the token first, and nothing more', async () => {
    const { session, storage, loseDatabaseSilently, spoilRead } = await signedIn(3);
    vi.useFakeTimers();
    storage.clear();
    spoilRead(new Promise<never>(() => undefined));
    const followed = session.storageChanged(null);
    loseDatabaseSilently();
    await vi.advanceTimersByTimeAsync(3_000);
    await followed;
    expect(session.state.value).toEqual({ kind: 'anonymous', notice: cleared });
  });

  const never = () => new Promise<never>(() => undefined);
  const broken = () => Promise.reject(new Error('closing'));
  it.each([
    ['letting go of the database never ends', 'spoilEnd', never],
    ['letting go of the database fails', 'spoilEnd', broken],
    ['the browser does not say which databases it has', 'spoilLook', never],
    ['the browser cannot say which databases it has', 'spoilLook', broken],
  ] as const)('says what another tab left for later, also where %s', async (_how, spoil, outcome) => {
    const { session, storage, setDevice, ...device } = await signedIn(3);
    vi.useFakeTimers();
    setDevice({ token: null, userId: null, leftWaiting: 4 });
    storage.clear();
    device[spoil](outcome());
    const followed = session.storageChanged(null);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(session.state.value).toEqual({ kind: 'anonymous', notice: { waiting: 4 } });
    await followed;
  });

  it('says what waits when only the notes do not answer', async () => {
    const { session, storage, spoilRead } = await signedIn(3);
    vi.useFakeTimers();
    storage.clear();
    spoilRead(new Promise<never>(() => undefined));
    const followed = session.storageChanged(null);
    await vi.advanceTimersByTimeAsync(3_000);
    await followed;
    expect(session.state.value).toEqual({ kind: 'anonymous', notice: { waiting: 3 } });
  });

  it('says so when the token goes after the database', async () => {
    const { session, storage, setDevice, loseDatabase } = await signedIn(3);
    loseDatabase();
    expect(kindOf(session)).toBe('verifying');
    storage.clear();
    setDevice({ deviceId: 'another device', token: null, userId: null });
    await expect.poll(() => session.state.value).toEqual({ kind: 'anonymous', notice: cleared });
  });

  it.each([
    ['the whole device', { deviceId: 'another device' }, { waiting: 0, lost: 3 }],
    ['the token alone', {}, null],
  ])(
    'reports what was lost with %s when the page was reloaded before it noticed',
    async (_what, to, notice) => {
      const { next, storage, setDevice } = await signedIn(3);
      storage.clear();
      setDevice({ token: null, userId: null, ...to });
      const session = next();
      await session.start();
      expect(session.state.value).toEqual({ kind: 'anonymous', notice });
    },
  );

  it('says nothing of what is gone to the page after an orderly sign-out', async () => {
    const { next, session: before, setDevice } = await signedIn(3);
    await before.signOut('wipe');
    setDevice({ deviceId: 'another device' });
    const session = next();
    await session.start();
    expect(session.state.value).toEqual({ kind: 'anonymous', notice: null });
  });

  it('stays as it is when the page comes back from the cache with the same token', async () => {
    const { session, log } = await signedIn();
    const shown: string[] = [];
    session.state.pipe(skip(1)).subscribe(() => shown.push(kindOf(session)));
    await session.storageChanged(null);
    expect(shown).toEqual([]);
    expect(log).not.toContain('close a');
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

describe('a token that local storage lost', () => {
  const remembered = { userId: ana.id, token: 't' };

  it('is put back after a killed browser, as the device still has it', async () => {
    const { session, storage } = setup({ remembered, isTokenKept: false, holds: [ana.id] });
    await session.start();
    expect(storage.getItem(TOKEN_KEY)).toBe('t');
    expect(kindOf(session)).toBe('signedIn');
  });

  it('is not put back when it had long been there: somebody took it away', async () => {
    const { session, storage, device } = setup({ remembered, isTokenKept: true });
    await session.start();
    expect(kindOf(session)).toBe('anonymous');
    expect(storage.getItem(TOKEN_KEY)).toBeNull();
    expect(device().token).toBeNull();
  });

  it('is not put back in a tab that has seen it', async () => {
    const { session, tabStorage } = setup({ remembered, isTokenKept: false });
    tabStorage.setItem('tambay.tokenSeen', '1');
    await session.start();
    expect(kindOf(session)).toBe('anonymous');
  });

  it('is known to be kept once it has been there for a while', async () => {
    const { session, device } = setup({ token: 't', remembered, isTokenKept: false, holds: [ana.id] });
    await session.start();
    expect(device().isTokenKept).toBe(true);
    const young = setup({
      token: 't',
      remembered,
      isTokenKept: false,
      tokenSince: Date.now(),
      holds: [ana.id],
    });
    await young.session.start();
    expect(young.device().isTokenKept).toBe(false);
  });
});

it('finishes a sign-out that was cut short before it opens anything', async () => {
  const { session, log, device } = setup({
    token: 't',
    remembered: { userId: ben.id, token: 't' },
    holds: [ben.id],
    departures: [{ userId: ana.id, mode: 'wipe' }],
    answers: [done(ben)],
  });
  await session.start();
  expect(log.indexOf('delete a')).toBeLessThan(log.indexOf('open b'));
  expect(device().departures).toEqual([]);
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
  expect(session.state.value).toMatchObject({ kind: 'signedIn', account: ana });
});
