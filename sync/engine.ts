import { ProtocolError } from '../protocol/index.ts';
import { cursorsOf } from './apply/apply-pull.ts';
import { assertBirth, StorageLostError } from './apply/birth.ts';
import { createUnitRunner } from './apply/run-unit.ts';
import { createLoop } from './connectivity/loop.ts';
import { countOutbox, createStatus } from './connectivity/status.ts';
import { createTriggers } from './connectivity/triggers.ts';
import type { EngineCore, PauseReason } from './engine-types.ts';
import { createSocketLeader } from './leader/socket-leader.ts';
import { createTabs } from './leader/tab-messages.ts';
import { createCancel } from './outbox/cancel.ts';
import { createEnqueue } from './outbox/enqueue.ts';
import { createPush } from './outbox/push.ts';
import type { Ports } from './platform/ports.ts';
import { createPull, LAST_SYNCED } from './pull/pull.ts';
import { createInbox } from './realtime/inbox.ts';
import { openSocketSession, type SocketSession } from './realtime/socket-session.ts';
import type { Storage } from './storage/storage.ts';
import { createApi } from './transport/api.ts';
import { createLoadList, historyOf } from './windows/load-list.ts';
import { createRevalidate } from './windows/revalidate.ts';

export type EngineRole = 'page' | 'worker';

/** What was just written is drawn first: sending it needs the same tables and the same processor. */
const PAINT_FIRST_MS = 20;

export type EngineOptions = {
  userId: string;
  deviceId: string;
  /** The id that this database got when it was made. */
  birth: string;
  /** The database is new although this member had one on this device: what it held is lost. */
  wasDeleted: boolean;
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
  const { userId, deviceId, birth, token, storage, ports, role } = options;
  const { clock, ids, online } = ports;
  const owner = ids.newId();
  const runner = createUnitRunner(storage, { userId, birth }, clock);
  let answerCount = 0;
  const api = createApi({
    http: ports.http,
    userId,
    token,
    onAnswer() {
      answerCount += 1;
    },
  });
  const tabs = createTabs(ports.channel);
  const closing = new AbortController();

  const startedWith = await storage.read(['meta', 'outbox'], async (tx) => ({
    lastSynced: await tx.get('meta', LAST_SYNCED),
    outbox: await tx.getAll('outbox'),
  }));
  const status = createStatus({
    ...countOutbox(startedWith.outbox),
    lastSyncedAt: startedWith.lastSynced === undefined ? null : Number(startedWith.lastSynced.value),
    connection: online.isOnline() ? 'connecting' : 'offline',
  });

  let session: SocketSession | null = null;
  let stopSending: (() => void) | null = null;
  let isSocketConnected = false;
  let isLossChecked = !options.wasDeleted;
  /** Whether rows of lists without a log were compared since the last time that events may have been missed. */
  let isRevalidated = false;

  const pauseReasonOf = (error: unknown): PauseReason | null => {
    if (error instanceof StorageLostError) return 'storage_lost';
    return error instanceof ProtocolError && error.kind === 'storage_full' ? 'storage_full' : null;
  };
  const onError = (error: unknown): PauseReason | null => {
    const reason = pauseReasonOf(error);
    if (reason === null) options.onError(error);
    return reason;
  };

  const recount = async (): Promise<void> => {
    const outbox = await storage.read(['outbox'], (tx) => tx.getAll('outbox'));
    status.set(countOutbox(outbox));
  };
  const onOutboxChange = (): void => {
    if (closing.signal.aborted) return;
    recount().catch(onError);
    tabs.post({ type: 'outbox' });
  };

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
        status.set({ lostPending: outcome.lastPendingCount });
      }
      isLossChecked = true;
      if (!isRevalidated) isRevalidated = (await revalidate('all', signal)) === null;
      inbox.afterPull();
      session?.moved();
      tabs.post({ type: 'synced', at: clock.now() });
      onOutboxChange();
      return outcome;
    },
    onReached: () => status.set({ connection: 'online' }),
    onUnreachable: () => status.set({ connection: 'offline', isCatchingUp: false }),
    onPause(reason) {
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
    name: `socket:${userId}`,
    isConnected: () => isSocketConnected,
    open() {
      const opened = openSocketSession({
        socket: ports.socket,
        clock,
        inbox,
        deviceId,
        token,
        readCursors: () => storage.read(['cursors'], async (tx) => cursorsOf(await tx.getAll('cursors'))),
        onConnection(isConnected) {
          isSocketConnected = isConnected;
          isRevalidated &&= isConnected;
          tabs.post({ type: 'socket-held', isConnected });
          if (isConnected) status.set({ connection: 'online' });
          // A lost socket may be a lost network: the pull tells.
          loop.request({ push: true, pull: !isConnected }, isConnected);
        },
        onNeedsPull: () => loop.request({ pull: true }),
      });
      session = opened;
      return () => {
        session = null;
        isSocketConnected = false;
        opened.close();
      };
    },
  });

  const triggers = createTriggers({
    ports,
    tabs,
    isSocketAlive: () => isSocketConnected,
    onWake(wants) {
      if (!online.isOnline()) status.set({ connection: 'offline' });
      hopeForSpace();
      loop.request(wants, true);
    },
    onPoll: () => loop.request({ push: true, pull: true }),
    onMessage(message) {
      if (message.type === 'outbox') recount().catch(onError);
      else if (message.type === 'synced') status.set({ lastSyncedAt: message.at });
      else if (message.type === 'socket-held' && message.isConnected) status.set({ connection: 'online' });
    },
  });

  const lists = createLoadList({ runner, api, clock, onStale: () => loop.request({ pull: true }) });
  const enqueue = createEnqueue({
    runner,
    clock,
    ids,
    onEnqueued() {
      hopeForSpace();
      stopSending ??= clock.schedule(() => {
        stopSending = null;
        onOutboxChange();
        loop.request({ push: true });
      }, PAINT_FIRST_MS);
    },
  });

  const resume = (): void => {
    status.set({ paused: null });
    loop.resume();
  };
  /** Space comes back without a word: what was written just now has found some, and who looks again may have made some. */
  const hopeForSpace = (): void => {
    if (status.get().paused === 'storage_full') resume();
  };

  storage.onLost((why) => {
    const paused = why === 'upgraded' ? 'upgrade_required' : 'storage_lost';
    if (!closing.signal.aborted) status.set({ paused });
    void close();
  });

  const close = async (): Promise<void> => {
    if (closing.signal.aborted) return;
    closing.abort();
    stopSending?.();
    triggers.close();
    leader.close();
    inbox.close();
    await loop.close();
    ports.channel.close();
    await storage.close();
  };

  if (role === 'page') leader.start();
  triggers.start(role);
  loop.request({ push: true, pull: true });

  return {
    userId,
    deviceId,
    status,
    mutate: enqueue,
    async sync() {
      resume();
      loop.request({ push: true, pull: true }, true);
      await loop.idle();
    },
    loadOlderMessages: (chatId) => lists.older(historyOf(chatId), closing.signal),
    loadOlder: (list) => lists.older(list, closing.signal),
    loadNewest: (list) => lists.newest(list, closing.signal),
    async revalidate(list) {
      await revalidate(list, closing.signal);
    },
    async retry(id) {
      await cancel.retry([id]);
      resume();
      loop.request({ push: true }, true);
    },
    async retryAll() {
      await cancel.retry('all');
      resume();
      loop.request({ push: true }, true);
    },
    async cancel(id) {
      const outcome = await cancel.discard(id, closing.signal);
      if (outcome !== 'cancelled') loop.request({ push: true, pull: true });
      return outcome;
    },
    async saveDraft(chatId, draft) {
      await storage.write(['drafts', 'meta'], async (tx) => {
        await assertBirth(tx, birth);
        if (draft === null || draft.content === '') return tx.delete('drafts', [chatId]);
        const { content, replyToId = null } = draft;
        return tx.put('drafts', [{ chatId, content, replyToId, updatedAt: clock.now() }]);
      });
    },
    close,
  };
};
