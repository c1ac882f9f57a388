// Longer than other files: the one place where all parts meet; each wire is a line, and none decides anything.
import type { Subscription } from 'rxjs';
import { ProtocolError } from '../protocol/index.ts';
import { cursorsOf } from './apply/apply-pull.ts';
import { assertBirth, birthStores, isReplaced, StorageLostError } from './apply/birth.ts';
import { keepPushedMessage } from './apply/pushed-message.ts';
import { createUnitRunner } from './apply/run-unit.ts';
import { createHealth, healthSince, watchHttp, watchSocket } from './connectivity/health.ts';
import { createLoop } from './connectivity/loop.ts';
import { countOutbox, createStatus } from './connectivity/status.ts';
import { createTriggers } from './connectivity/triggers.ts';
import { createWatchdog, type Rung } from './connectivity/watchdog.ts';
import { createNotes } from './device/notes.ts';
import { createDiagnose } from './diagnose.ts';
import type { EngineRole, PauseReason } from './engine-status.ts';
import type { EngineCore } from './engine-types.ts';
import { createSocketLeader, socketLock } from './leader/socket-leader.ts';
import { createTabs } from './leader/tab-messages.ts';
import { createCancel } from './outbox/cancel.ts';
import { createEnqueue } from './outbox/enqueue.ts';
import { exportOutbox } from './outbox/export-outbox.ts';
import { createPush } from './outbox/push.ts';
import { type Start, setUnknownAside } from './outbox/read-start.ts';
import type { Ports } from './platform/ports.ts';
import { AuditError } from './pull/audit.ts';
import { evictHistory } from './pull/evict.ts';
import { createPull } from './pull/pull.ts';
import { createInbox } from './realtime/inbox.ts';
import { createLive } from './realtime/live.ts';
import { openSocketSession, type SocketSession } from './realtime/socket-session.ts';
import { withRoom } from './storage/make-room.ts';
import type { Storage, StorageLoss } from './storage/storage.ts';
import { createTrace, traceHttp, traceSocket } from './trace/trace.ts';
import { createApi } from './transport/api.ts';
import { createEngineFiles } from './uploads/engine-files.ts';
import { filesOf, filesOfGroup } from './uploads/files-of.ts';
import { createProgress } from './uploads/progress.ts';
import { expectedToMove, refusedForNow } from './uploads/queue-files.ts';
import { createUploader } from './uploads/uploader.ts';
import { createLoadList, historyOf } from './windows/load-list.ts';
import { createRevalidate } from './windows/revalidate.ts';

/** What was just opened or written is drawn first: sending needs the same tables and the same processor. */
const PAINT_FIRST_MS = 20;
/** As long as a socket needs to come after the pull that found the network: comparing twice would cost bytes. */
const REVALIDATED_FOR_MS = 10_000;

export type EngineOptions = {
  userId: string;
  deviceId: string;
  /** The id that this database got when it was made. */
  birth: string;
  /** What the database holds, where it was read already. */
  start?: Start;
  /** The database is new although this member had one on this device: what it held is lost. */
  wasDeleted: boolean;
  /** How much unsent work the page itself saw vanish with the database before this one. */
  knownLost?: number;
  role: EngineRole;
  token: () => string | null;
  storage: Storage;
  ports: Ports;
  /** Our server itself has said that the session is over. */
  onSessionDead: () => void;
  /** Faults that somebody must look at. Being offline is none. */
  onError: (error: unknown) => void;
};

/** Puts the parts together. What they do to the data is decided in them, not here. */
export const createEngine = async (options: EngineOptions): Promise<EngineCore> => {
  const { userId, deviceId, birth, token, ports, role } = options;
  const { clock, ids, online } = ports;
  const owner = ids.newId();
  // From what comes back by itself to what has to be asked for again.
  const storage = withRoom(options.storage, [() => ports.space.freeMedia(), () => evictHistory(runner)]);
  const trace = createTrace(clock);
  const health = createHealth(role);
  const runner = createUnitRunner(storage, { userId, birth }, clock, (unit) => trace.addUnit(unit));
  let answerCount = 0;
  const http = watchHttp(traceHttp(ports.http, trace), health, clock);
  const api = createApi({
    http,
    userId,
    token,
    online,
    onAnswer(isProof) {
      answerCount += 1;
      // Whoever hears our server is not offline, whatever becomes of the next request.
      if (isProof) status.set({ connection: 'online' });
    },
  });
  const tabs = createTabs(ports.channel);
  const closing = new AbortController();

  const startedWith = await setUnknownAside(runner, options.start);
  const status = createStatus({
    ...countOutbox(startedWith.outbox, []),
    lastSyncedAt: startedWith.lastSyncedAt,
    connection: online.isOnline() ? 'connecting' : 'offline',
    lostPending: options.knownLost ?? null,
  });

  health.set(healthSince(startedWith.lastSyncedAt));
  trace.add({ kind: 'opened', role, outbox: startedWith.outbox.length });
  trace.add({ kind: 'online', isOnline: online.isOnline() });
  /** An answer of our server counts for more than what the browser says of the network. */
  const isReachable = (): boolean => online.isOnline() || status.get().connection === 'online';

  let session: SocketSession | null = null;
  let stopSending: Subscription | null = null;
  let isSocketConnected = false;
  let isLossChecked = !options.wasDeleted;
  /** Whether rows of lists without a log were compared since the last time that events may have been missed. */
  let isRevalidated = false;
  let revalidatedAt = 0;

  const pauseReasonOf = (error: unknown): PauseReason | null => {
    if (error instanceof StorageLostError) return 'storage_lost';
    return error instanceof ProtocolError && error.kind === 'storage_full' ? 'storage_full' : null;
  };
  const onError = (error: unknown): PauseReason | null => {
    // What was still on its way when the engine closed finds the database gone: nobody has to look at that.
    if (closing.signal.aborted) return null;
    const reason = pauseReasonOf(error);
    if (reason === null) {
      // The name only: messages of errors may quote what somebody wrote.
      trace.add({ kind: 'fault', name: error instanceof Error ? error.name : typeof error });
      options.onError(error);
    }
    return reason;
  };

  const recount = async (): Promise<void> => {
    const [outbox, uploads] = await storage.read(['outbox', 'uploads', ...birthStores], async (tx) => {
      // An empty database in place of a cleared one knows of nothing that waited: the last count is what was lost.
      await assertBirth(tx, birth);
      return [await tx.getAll('outbox'), await tx.getAll('uploads')];
    });
    status.set(countOutbox(outbox, uploads));
  };
  const onOutboxChange = (): void => {
    if (closing.signal.aborted) return;
    recount().catch(onError);
    watchdog.wake();
    tabs.post({ type: 'outbox' });
    if (role === 'page') uploader.request();
  };

  const live = createLive(clock);
  const inbox = createInbox({
    runner,
    clock,
    onNeedsPull: () => loop.request({ pull: true }),
    onMoved() {
      session?.moved();
      onOutboxChange();
    },
    onError(error) {
      onError(error);
      loop.request({ pull: true });
    },
  });
  const cancel = createCancel({ runner, api, ids, onOutboxChange });
  const push = createPush({
    runner,
    api,
    clock,
    ids,
    locks: ports.locks,
    cancel,
    userId,
    deviceId,
    owner,
    onHoles: inbox.hold,
    onOutboxChange,
    answerCount: () => answerCount,
  });
  const pull = createPull({
    runner,
    api,
    clock,
    deviceId,
    onProgress: (more) => status.set({ isCatchingUp: more }),
    onAudit(scope, outcome) {
      trace.add({ kind: 'audit', scope, outcome });
      if (outcome === 'helpless') onError(new AuditError(scope));
    },
  });

  const revalidate = createRevalidate({ runner, api, userId });

  const loop = createLoop({
    clock,
    ids,
    online,
    push,
    async pull(signal) {
      inbox.beforePull();
      status.set({ isCatchingUp: status.get().lastSyncedAt === null });
      const outcome = await pull(signal);
      status.set({ isCatchingUp: false });
      if (outcome.failure !== null) return outcome;
      status.set({ lastSyncedAt: clock.now() });
      if (!isLossChecked && outcome.lastPendingCount !== null && outcome.lastPendingCount > 0) {
        status.set({ lostPending: Math.max(outcome.lastPendingCount, status.get().lostPending ?? 0) });
      }
      isLossChecked = true;
      if (!isRevalidated) {
        isRevalidated = (await revalidate('all', signal)) === null;
        revalidatedAt = clock.now();
      }
      inbox.afterPull();
      session?.moved();
      tabs.post({ type: 'synced', at: clock.now() });
      onOutboxChange();
      return outcome;
    },
    token,
    onReached: () => status.set({ connection: 'online' }),
    onUnreachable: () => status.set({ connection: 'offline', isCatchingUp: false }),
    onPause(reason) {
      trace.add({ kind: 'paused', reason });
      status.set({ paused: reason });
      if (reason === 'session_dead' && token() !== null) options.onSessionDead();
    },
    onError,
  });

  const leader = createSocketLeader({
    clock,
    locks: ports.locks,
    visibility: ports.visibility,
    tabs,
    name: socketLock(userId),
    isConnected: () => isSocketConnected,
    open() {
      const opened = openSocketSession({
        socket: watchSocket(traceSocket(ports.socket, trace), health, clock),
        clock,
        inbox,
        live,
        deviceId,
        token,
        readCursors: () => storage.read(['cursors'], async (tx) => cursorsOf(await tx.getAll('cursors'))),
        onConnection(isConnected) {
          isSocketConnected = isConnected;
          // Before the socket came nobody told of changes in lists without a log: what was compared long ago is old.
          const wasRevalidated = isRevalidated;
          isRevalidated &&= isConnected && Math.abs(clock.now() - revalidatedAt) < REVALIDATED_FOR_MS;
          const isOld = wasRevalidated && !isRevalidated;
          tabs.post({ type: 'socket-held', isConnected });
          if (isConnected) status.set({ connection: 'online' });
          const isBack = isConnected && hearLetIn();
          // A lost socket may be a lost network: the pull tells.
          loop.request({ push: true, pull: !isConnected || isOld || isBack }, isConnected);
        },
        onNeedsPull: () => loop.request({ pull: true }),
      });
      session = opened;
      health.set({ isLeader: true });
      return () => {
        session = null;
        health.set({ isLeader: false, isSocketConnected: false });
        isSocketConnected = false;
        opened.close();
      };
    },
  });

  const triggers = createTriggers({
    ports,
    tabs,
    isSocketAlive: () => isSocketConnected,
    onWake(wants, cause) {
      trace.add({ kind: 'online', isOnline: online.isOnline() });
      trace.add({ kind: 'visible', isVisible: ports.visibility.isVisible() });
      const hasGone = cause === 'network' && !online.isOnline();
      if (hasGone) status.set({ connection: 'offline' });
      // Where no socket ever comes through, the network's return is all that tells.
      if (cause === 'network' && session !== null && !isSocketConnected) isRevalidated = false;
      hopeForSpace();
      if (isReachable()) session?.hurry();
      loop.request(wants, !hasGone);
      if (role === 'page') uploader.request(true);
    },
    onPoll: () => loop.request({ push: true, pull: true }),
    onMessage(message) {
      if (message.type === 'outbox') {
        recount().catch(onError);
        watchdog.wake();
      }
      if (message.type === 'synced') status.set({ lastSyncedAt: message.at });
      // A lost socket is noticed late: after the browser has said offline it proves nothing.
      else if (message.type === 'socket-held' && message.isConnected && online.isOnline()) {
        status.set({ connection: 'online' });
        hearLetIn();
      }
    },
  });

  const lists = createLoadList({
    ...{ runner, api, clock, userId },
    catchUp() {
      loop.request({ pull: true });
      return loop.idle();
    },
  });
  let hasAskedToKeep = role === 'worker';
  /** The first thing written is the first that could be lost: now the browser is asked to leave this device's data alone. */
  const askToKeep = (): void => {
    if (hasAskedToKeep) return;
    hasAskedToKeep = true;
    ports.space
      .isKept()
      .then((isKept) => (isKept === false ? ports.space.keep() : null))
      .catch(onError);
  };

  const enqueue = createEnqueue({
    runner,
    clock,
    ids,
    onEnqueued() {
      askToKeep();
      hopeForSpace();
      stopSending ??= clock.schedule(() => {
        stopSending = null;
        onOutboxChange();
        loop.request({ push: true });
      }, PAINT_FIRST_MS);
    },
  });

  const climb = async (rung: Rung, ageMs: number): Promise<void> => {
    trace.add({ kind: 'watchdog', rung, ageMs });
    if (rung === 'database') {
      trace.add({ kind: 'reopened', reason: 'watchdog' });
      await storage.reopen();
    }
    if (rung === 'socket' || rung === 'database') leader.renew();
    loop.request({ push: true, pull: true }, true);
  };
  const watchdog = createWatchdog({
    clock,
    readOutbox: () => storage.read(['outbox', 'uploads'], expectedToMove),
    isExpected: () => status.get().paused === null && status.get().connection !== 'offline',
    onRung: (rung, ageMs) => void climb(rung, ageMs).catch(onError),
    onLook(oldestMs, isStuck) {
      if (oldestMs !== health.get().oldestMs || isStuck !== health.get().isStuck)
        health.set({ oldestMs, isStuck });
      status.set({ isStuck });
    },
    onError,
  });
  const progress = createProgress();
  const uploader = createUploader({
    ...ports,
    isReachable,
    storage,
    sender: ports.files,
    userId,
    token,
    onSettled() {
      onOutboxChange();
      loop.request({ push: true }, true);
    },
    // A pull hears the same, and knows whether it is still true of whoever is signed in by then.
    onPause: () => loop.request({ pull: true }, true),
    onProgress: progress.set,
    onError,
  });
  const files = createEngineFiles({ storage, userId, clock, ids, sender: ports.files, uploader, progress });
  const stopNetwork = ports.network.subscribe(() => uploader.request(true));

  const resume = (): void => {
    if (status.get().paused !== null) trace.add({ kind: 'paused', reason: null });
    status.set({ paused: null });
    loop.resume();
  };
  /** The server opens no socket for whoever is suspended: one that stands says that it is over. @returns whether it was news */
  const hearLetIn = (): boolean => {
    const isNews = status.get().paused === 'suspended';
    if (isNews) resume();
    return isNews;
  };
  /** Space comes back without a word: what was written just now has found some, and who looks again may have made some. */
  const hopeForSpace = (): void => {
    if (status.get().paused === 'storage_full') resume();
  };

  const hearLoss = async (why: StorageLoss): Promise<void> => {
    if (why === 'reopened' && !(await isReplaced(storage, birth).catch(onError))) return;
    const paused = why === 'upgraded' ? 'upgrade_required' : 'storage_lost';
    if (!closing.signal.aborted) status.set({ paused });
    await close();
  };
  storage.onLost((why) => void hearLoss(why));

  const begin = (): void => {
    if (role === 'page') leader.start();
    if (startedWith.outbox.length > 0) watchdog.wake();
    triggers.start(role);
    loop.request({ push: true, pull: true });
    // Whoever opens the app waits for no back-off of the last time, and sees what of the files is still to go.
    if (role === 'page') {
      uploader.request(true);
      recount().catch(onError);
    }
  };
  // Whoever opens the app has something to read first, and all this wants the same tables. A device that holds nothing yet
  // has nothing to show, and until its first pull no page of a list can be used.
  const stopBeginning = startedWith.lastSyncedAt === null ? null : clock.schedule(begin, PAINT_FIRST_MS);

  const close = async (): Promise<void> => {
    if (closing.signal.aborted) return;
    closing.abort();
    stopBeginning?.unsubscribe();
    stopSending?.unsubscribe();
    triggers.close();
    watchdog.close();
    leader.close();
    inbox.close();
    stopNetwork();
    await loop.close();
    await uploader.close();
    ports.channel.close();
    await storage.close();
  };

  if (startedWith.lastSyncedAt === null) begin();
  return {
    userId,
    deviceId,
    birth,
    status,
    health,
    live,
    ...createDiagnose({
      storage,
      ports,
      http,
      deviceId,
      tab: owner,
      trace,
      readStatus: status.get,
      readHealth: health.get,
    }),
    mutate: enqueue,
    async sync() {
      resume();
      await cancel.hurry().catch(onError);
      if (role === 'page') uploader.request(true);
      loop.request({ push: true, pull: true }, true);
      await loop.idle();
    },
    keepPushed: (message) => keepPushedMessage(storage, userId, message),
    loadOlderMessages: (chatId) => lists.older(historyOf(chatId), closing.signal),
    loadMessagesBefore: (chatId, seq) => lists.before(historyOf(chatId), seq, closing.signal),
    loadOlder: (list) => lists.older(list, closing.signal),
    loadAll: (list, { rowsMax, signal } = {}) =>
      lists.all(list, {
        ...(rowsMax === undefined ? {} : { rowsMax }),
        signals: signal === undefined ? [closing.signal] : [closing.signal, signal],
      }),
    loadNewest: (list) => lists.newest(list, closing.signal),
    async revalidate(list) {
      await revalidate(list, closing.signal);
    },
    exportOutbox: () => exportOutbox(storage),
    async retry(id) {
      for (const fileId of await filesOf(storage, id)) await files.resume(fileId);
      await cancel.retry([id]);
      resume();
      loop.request({ push: true }, true);
    },
    async retryAll() {
      for (const fileId of await storage.read(['outbox', 'uploads'], refusedForNow))
        await files.resume(fileId);
      await cancel.retry('all');
      resume();
      loop.request({ push: true }, true);
    },
    async cancel(id) {
      const named = await filesOfGroup(storage, id);
      const outcome = await cancel.discard(id, closing.signal);
      if (outcome !== 'too_late') await files.release(named);
      if (outcome !== 'cancelled') loop.request({ push: true, pull: true });
      return outcome;
    },
    ...createNotes({ storage, birth, clock }),
    files,
    close,
  };
};
