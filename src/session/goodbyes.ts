import { defer, fromEvent, merge, type Observable, Subject } from 'rxjs';
import { strangerEndBody, z } from '../../protocol/index.ts';

/** Where goodbyes to strangers wait that no server has heard yet. */
export const GOODBYES_KEY = 'tambay.goodbyes';

const goodbye = z.extend(strangerEndBody, { userId: z.uuid(), chatId: z.uuid() });
/** A member is gone from a chat, and how. */
export type Goodbye = z.infer<typeof goodbye>;

const read = (storage: Storage): readonly Goodbye[] => {
  try {
    return z.array(goodbye).parse(JSON.parse(storage.getItem(GOODBYES_KEY) ?? '[]'));
  } catch {
    return [];
  }
};

const changesHere = new Subject<void>();

/** Emits when this tab keeps or forgets one, and when another tab does. */
export const goodbyeChanges: Observable<unknown> = defer(() =>
  merge(changesHere, fromEvent(globalThis, 'storage')),
);

const write = (storage: Storage, goodbyes: readonly Goodbye[]): void => {
  try {
    if (goodbyes.length === 0) storage.removeItem(GOODBYES_KEY);
    else storage.setItem(GOODBYES_KEY, JSON.stringify(goodbyes));
  } catch {
    // Full or closed: as long as the page is open it is said all the same.
  }
  changesHere.next();
};

/** Keeps a goodbye until the server has heard it: a page that is closed in a tunnel must not take a block along. */
export const keepGoodbye = (storage: Storage, kept: Goodbye): void =>
  write(storage, [...read(storage).filter(({ chatId }) => chatId !== kept.chatId), kept]);

export const forgetGoodbye = (storage: Storage, chatId: string): void =>
  write(
    storage,
    read(storage).filter((one) => one.chatId !== chatId),
  );

/** The member discards what was not said. */
export const forgetGoodbyesOf = (storage: Storage, userId: string): void =>
  write(
    storage,
    read(storage).filter((one) => one.userId !== userId),
  );

/** What an earlier page of this member could not say. */
export const goodbyesOf = (storage: Storage, userId: string): readonly Goodbye[] =>
  read(storage).filter((one) => one.userId === userId);
