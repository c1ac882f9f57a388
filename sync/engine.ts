/** Puts the parts together. What they do to the data is decided in them; when the engine pauses, in engine/session-policy.ts. */
import { Subscription } from 'rxjs';
import { createUnitRunner } from './apply/run-unit.ts';
import { createHealth, healthSince, watchHttp } from './connectivity/health.ts';
import { createLoop } from './connectivity/loop.ts';
import { countOutbox, createStatus } from './connectivity/status.ts';
import { createTriggers } from './connectivity/triggers.ts';
import { createDiagnose } from './diagnose.ts';
import { createCatchUp } from './engine/catch-up.ts';
import type { EngineOptions } from './engine/engine-options.ts';
import { createFacade } from './engine/facade.ts';
import { createHeldSocket } from './engine/held-socket.ts';
import { createKeepData } from './engine/keep-data.ts';
import { createLossNotice } from './engine/loss-notice.ts';
import { createOnTrigger } from './engine/on-trigger.ts';
import { createOutboxCounter } from './engine/outbox-counter.ts';
import { createSessionPolicy } from './engine/session-policy.ts';
import { createStuckWatch } from './engine/stuck-watch.ts';
import type { EngineCore } from './engine-types.ts';
import { createTabs } from './leader/tab-messages.ts';
import { createCancel } from './outbox/cancel.ts';
import { createEnqueue } from './outbox/enqueue.ts';
import { createPush } from './outbox/push.ts';
import { setUnknownAside } from './outbox/read-start.ts';
import { forgetSources } from './outbox/sources.ts';
import { createWriteAhead } from './outbox/write-ahead.ts';
import { AuditError } from './pull/audit.ts';
import { evictHistory } from './pull/evict.ts';
import { createPull } from './pull/pull.ts';
import { createInbox } from './realtime/inbox.ts';
import { createLive } from './realtime/live.ts';
import { patch } from './state-observable.ts';
import { withRoom } from './storage/make-room.ts';
import { createTrace, traceHttp } from './trace/trace.ts';
import { createApi } from './transport/api.ts';
import { createEngineFiles } from './uploads/engine-files.ts';
import { forgetOldFiles } from './uploads/forget-old-files.ts';
import { createPreparation } from './uploads/preparing.ts';
import { createProgress } from './uploads/progress.ts';
import { createUploader } from './uploads/uploader.ts';
import { createWithdrawRefused } from './uploads/withdraw-refused.ts';
import { createLoadList } from './windows/load-list.ts';
import { createRevalidate } from './windows/revalidate.ts';

/** What was just opened or written is drawn first: sending needs the same tables and the same processor. */
const PAINT_FIRST_MS = 20;
/** What composers of killed pages have left on the device is looked for when a page that opens has long been drawn. */
const FORGET_AFTER_MS = 30_000;

export const createEngine = async (options: EngineOptions): Promise<EngineCore> => {
  const { userId, deviceId, databaseId, token, ports, role } = options;
  const { clock, ids, online, serverNow } = ports;
  const tab = ids.newId();
  // From what comes back by itself to what has to be asked for again.
  const storage = withRoom(options.storage, [() => ports.space.freeMedia(), () => evictHistory(runner)]);
  const trace = createTrace(clock);
  const health = createHealth(role);
  const runner = createUnitRunner(storage, { userId, databaseId }, clock, (unit) => trace.addUnit(unit));
  const closing = new AbortController();
  const isClosed = (): boolean => closing.signal.aborted;

  const startedWith = await setUnknownAside(runner, options.start);
  const status = createStatus({
    ...countOutbox(startedWith.outbox),
    lastSyncedAt: startedWith.lastSyncedAt,
    connection: online.isOnline() ? 'connecting' : 'offline',
    ...startedWith.loss,
  });
  patch(health, healthSince(startedWith.lastSyncedAt));
  trace.add({ kind: 'opened', role, outbox: startedWith.outbox.length });
  trace.add({ kind: 'online', isOnline: online.isOnline() });

  let answerCount = 0;
  const http = watchHttp(traceHttp(ports.http, trace), health, clock);
  const api = createApi({
    ...{ http, userId, token, online },
    onAnswer(isProof) {
      answerCount += 1;
      // An answer of our server means online, whatever becomes of the next request.
      if (isProof) patch(status, { connection: 'online' });
    },
  });
  /** An answer of our server counts for more than what the browser says of the network. */
  const isReachable = (): boolean => online.isOnline() || status.value.connection === 'online';

  const policy = createSessionPolicy({
    ...{ status, trace, storage, databaseId, token, isClosed },
    resumeLoop: () => loop.resume(),
    close: () => close(),
    onSessionDead: options.onSessionDead,
    onError: options.onError,
  });
  const onError = policy.reportError;
  const loss = createLossNotice(storage, databaseId, status, onError);
  if (options.knownLost !== undefined) loss.add({ lostPending: options.knownLost });
  const tabs = createTabs(ports.channel);
  const { recount, recountDrafts, onDrafts } = createOutboxCounter({
    ...{ storage, databaseId, status, tabs, onError },
    onRefused: (refused) => withdrawRefused(refused),
  });
  const onOutboxChange = (): void => {
    if (isClosed()) return;
    recount();
    watchdog.wake();
    tabs.post({ type: 'outbox' });
    uploader.request();
  };
  const needsPull = (): void => loop.request({ pull: true });

  const live = createLive(clock);
  const inbox = createInbox({
    runner,
    clock,
    onNeedsPull: needsPull,
    onMoved() {
      socket.moved();
      onOutboxChange();
    },
    onError(error) {
      onError(error);
      needsPull();
    },
  });
  const cancel = createCancel({ runner, api, ids, onOutboxChange });
  const push = createPush({
    ...{ runner, api, clock, ids, cancel, userId, deviceId, onOutboxChange },
    locks: ports.locks,
    owner: tab,
    onHoles: inbox.hold,
    answerCount: () => answerCount,
  });
  const revalidate = createRevalidate({ runner, api, userId });
  const catchUp = createCatchUp({
    ...{ revalidate, inbox, status, loss, clock },
    wasDeleted: options.wasDeleted,
    pull: createPull({
      ...{ runner, api, clock, deviceId },
      onProgress: (more) => patch(status, { isCatchingUp: more }),
      onAudit(scope, outcome) {
        trace.add({ kind: 'audit', scope, outcome });
        if (outcome === 'helpless') onError(new AuditError(scope));
      },
    }),
    onPulled() {
      socket.moved();
      tabs.post({ type: 'synced', at: clock.now() });
      onOutboxChange();
    },
  });
  const loop = createLoop({
    ...{ clock, ids, online, token, onError },
    push: push.flush,
    pull: catchUp.pull,
    onReached: () => patch(status, { connection: 'online' }),
    onUnreachable: () => patch(status, { connection: 'offline', isCatchingUp: false }),
    onPause: policy.pause,
  });
  const socket = createHeldSocket({
    ...{ ports, tabs, inbox, live, health, trace, storage, userId, deviceId, token },
    onConnection(isConnected) {
      const areListsOld = catchUp.onConnection(isConnected);
      tabs.post({ type: 'socket-held', isConnected });
      if (isConnected) patch(status, { connection: 'online' });
      const isResumed = isConnected && policy.resumeIfUnsuspended();
      // A lost socket may be a lost network: the pull tells.
      loop.request({ push: true, pull: !isConnected || areListsOld || isResumed }, isConnected);
    },
    onNeedsPull: needsPull,
  });

  const watchdog = createStuckWatch({
    ...{ clock, storage, trace, status, health, loop, onError },
    renewSocket: socket.renew,
  });
  const progress = createProgress();
  const onSettled = (): void => {
    onOutboxChange();
    loop.request({ push: true }, true);
  };
  const uploader = createUploader({
    ...ports,
    ...{ isReachable, storage, userId, token, onError },
    waitsForFlush: role === 'worker',
    sender: ports.files,
    onSettled,
    // The pull gets the same answer, and knows whether it still holds for the member who is signed in by then.
    onPause: () => loop.request({ pull: true }, true),
    onProgress: progress.set,
    onInterrupt: () => tabs.post({ type: 'outbox' }),
  });
  const files = createEngineFiles({
    ...{ storage, clock, ids, uploader },
    sender: ports.files,
    preparation: createPreparation({
      ...{ storage, ids, sender: ports.files },
      onSettled() {
        uploader.request();
        onSettled();
      },
    }),
    progress: progress.sent,
  });

  const keepData = createKeepData(ports.space, role, onError);
  let sending: Subscription | null = null;
  const writeAhead = createWriteAhead(storage, ports.pageEnd);
  const mutate = createEnqueue({
    ...{ runner, ids, writeAhead, serverNow },
    onEnqueued() {
      keepData();
      policy.retryAfterQuotaError();
      sending ??= clock.schedule(() => {
        sending = null;
        onOutboxChange();
        loop.request({ push: true });
      }, PAINT_FIRST_MS);
    },
  });

  const withdrawRefused = createWithdrawRefused({ storage, userId, mutate });

  // Before a screen reads the drafts.
  const left = await mutate.recordLeft().catch((error) => {
    onError(error);
    return [];
  });
  const toResume = [...startedWith.writeAhead, ...left];
  if (toResume.length > 0) void mutate.resume(toResume).catch(onError);

  const subscriptions = new Subscription();
  const onTrigger = createOnTrigger({
    ...{
      ports,
      status,
      trace,
      loop,
      policy,
      socket,
      catchUp,
      watchdog,
      uploader,
      recount,
      recountDrafts,
      isReachable,
    },
  });
  subscriptions.add(ports.network.changes.subscribe(() => uploader.request(true)));
  storage.onLost((why) => void policy.onDatabaseLost(why));

  const begin = (): void => {
    if (role === 'page') socket.start();
    if (startedWith.outbox.length > 0) watchdog.wake();
    subscriptions.add(
      createTriggers({ ports, tabs, role, isSocketConnected: socket.isConnected }).subscribe(onTrigger),
    );
    loop.request({ push: true, pull: true });
    if (startedWith.outbox.some(({ state }) => state === 'sending')) {
      push.releaseAbandoned(closing.signal).catch((error) => isClosed() || onError(error));
    }
    // A page that opens waits for no back-off of the last time, and shows which files are still to be sent.
    uploader.request(true);
    if (role !== 'page') return;
    recount();
    // The uploader does so after a file has arrived: on a device that sends none, never.
    const forget = () => {
      void forgetOldFiles(storage, clock.now()).catch(onError);
      void forgetSources(storage, serverNow()).catch(onError);
    };
    subscriptions.add(clock.schedule(forget, FORGET_AFTER_MS));
  };
  // A page that opens reads first, from the same tables. A device that holds nothing yet has nothing to show, and until its
  // first pull no page of a list can be used.
  if (startedWith.lastSyncedAt === null) begin();
  else subscriptions.add(clock.schedule(begin, PAINT_FIRST_MS));

  const close = async (): Promise<void> => {
    if (isClosed()) return;
    closing.abort();
    subscriptions.unsubscribe();
    sending?.unsubscribe();
    watchdog.close();
    socket.close();
    inbox.close();
    writeAhead.close();
    await loop.close();
    await uploader.close();
    ports.channel.close();
    await storage.close();
  };

  return createFacade({
    ...{ userId, deviceId, databaseId, status, health, live, mutate, files, close },
    ...{ storage, serverNow, network: ports.network, loop, policy, cancel, uploader, revalidate, writeAhead },
    dismissLost: loss.dismiss,
    onDrafts,
    closed: closing.signal,
    lists: createLoadList({
      ...{ runner, api, clock, userId },
      catchUp() {
        needsPull();
        return loop.idle();
      },
    }),
    diagnose: createDiagnose({
      ...{ storage, ports, http, deviceId, tab, trace },
      readStatus: () => status.value,
      readHealth: () => health.value,
      onError,
    }),
  });
};
