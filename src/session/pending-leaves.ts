import { defer, fromEvent, merge, type Observable, Subject } from 'rxjs';
import { strangerEndBody, z } from '../../protocol/index.ts';

/** Local storage: ends of chats with strangers that the server does not know yet. */
export const PENDING_LEAVES_KEY = 'tambay.goodbyes';

const leave = z.extend(strangerEndBody, { userId: z.uuid(), chatId: z.uuid() });
/** A member is gone from a chat, and how. */
export type PendingLeave = z.infer<typeof leave>;

const read = (storage: Storage): readonly PendingLeave[] => {
  try {
    return z.array(leave).parse(JSON.parse(storage.getItem(PENDING_LEAVES_KEY) ?? '[]'));
  } catch {
    return [];
  }
};

const changesHere = new Subject<void>();

/** Emits when this tab keeps or forgets one, and when another tab does. */
export const pendingLeaveChanges: Observable<unknown> = defer(() =>
  merge(changesHere, fromEvent(globalThis, 'storage')),
);

const write = (storage: Storage, leaves: readonly PendingLeave[]): void => {
  try {
    if (leaves.length === 0) storage.removeItem(PENDING_LEAVES_KEY);
    else storage.setItem(PENDING_LEAVES_KEY, JSON.stringify(leaves));
  } catch {
    // Full or closed: as long as the page is open it is said all the same.
  }
  changesHere.next();
};

/** Keeps a leave until the server has it: a page that is closed without a network must not lose a block. */
export const keepPendingLeave = (storage: Storage, kept: PendingLeave): void =>
  write(storage, [...read(storage).filter(({ chatId }) => chatId !== kept.chatId), kept]);

export const forgetPendingLeave = (storage: Storage, chatId: string): void =>
  write(
    storage,
    read(storage).filter((one) => one.chatId !== chatId),
  );

/** The member discards what was not said. */
export const forgetPendingLeavesOf = (storage: Storage, userId: string): void =>
  write(
    storage,
    read(storage).filter((one) => one.userId !== userId),
  );

/** What an earlier page of this member could not say. */
export const pendingLeavesOf = (storage: Storage, userId: string): readonly PendingLeave[] =>
  read(storage).filter((one) => one.userId === userId);
