import type { BehaviorSubject } from 'rxjs';
import { ProtocolError } from '../../protocol/index.ts';
import { isReplaced, StorageLostError } from '../apply/database-id.ts';
import type { EngineStatus, PauseReason } from '../engine-status.ts';
import { patch } from '../state-observable.ts';
import type { Storage, StorageLoss } from '../storage/storage.ts';
import type { Trace } from '../trace/trace.ts';

/** What pauses the engine, what ends a pause, and what the loss of the database means. */
export type SessionPolicy = {
  /** Reports a fault, unless it is a reason to pause. @returns that reason */
  reportError(error: unknown): PauseReason | null;
  pause(reason: PauseReason): void;
  resume(): void;
  /** The server opens no socket for a suspended member: one that stands ends the pause. @returns whether there was one */
  resumeIfUnsuspended(): boolean;
  /** Space comes back without notice: a write has just found some, and a returning user may have made some. */
  retryAfterQuotaError(): void;
  onDatabaseLost(why: StorageLoss): Promise<void>;
};

export type SessionPolicyOptions = {
  status: BehaviorSubject<EngineStatus>;
  trace: Trace;
  storage: Storage;
  databaseId: string;
  token(): string | null;
  isClosed(): boolean;
  resumeLoop(): void;
  close(): Promise<void>;
  onSessionDead(): void;
  onError(error: unknown): void;
};

const pauseReasonOf = (error: unknown): PauseReason | null => {
  if (error instanceof StorageLostError) return 'storage_lost';
  return error instanceof ProtocolError && error.kind === 'storage_full' ? 'storage_full' : null;
};

export const createSessionPolicy = (options: SessionPolicyOptions): SessionPolicy => {
  const { status, trace, storage, databaseId, isClosed } = options;

  const reportError = (error: unknown): PauseReason | null => {
    // What was under way when the engine closed finds the database gone: that is no fault.
    if (isClosed()) return null;
    const reason = pauseReasonOf(error);
    if (reason === null) {
      // The name only: messages of errors may quote what a member wrote.
      trace.add({ kind: 'fault', name: error instanceof Error ? error.name : typeof error });
      options.onError(error);
    }
    return reason;
  };

  const resume = (): void => {
    if (status.value.paused !== null) trace.add({ kind: 'paused', reason: null });
    patch(status, { paused: null });
    options.resumeLoop();
  };

  return {
    reportError,
    resume,
    pause(reason) {
      trace.add({ kind: 'paused', reason });
      patch(status, { paused: reason });
      if (reason === 'session_dead' && options.token() !== null) options.onSessionDead();
    },
    resumeIfUnsuspended() {
      const wasSuspended = status.value.paused === 'suspended';
      if (wasSuspended) resume();
      return wasSuspended;
    },
    retryAfterQuotaError() {
      if (status.value.paused === 'storage_full') resume();
    },
    async onDatabaseLost(why) {
      if (why === 'reopened' && !(await isReplaced(storage, databaseId).catch(reportError))) return;
      const paused = why === 'upgraded' ? 'upgrade_required' : 'storage_lost';
      if (!isClosed()) patch(status, { paused });
      await options.close();
    },
  };
};
