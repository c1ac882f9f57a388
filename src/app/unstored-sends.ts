import { type MutationArgs, mutations, z } from '../../protocol/index.ts';
import { UNSTORED_SENDS_KEY } from './unstored-sends-key.ts';

type Send = MutationArgs<'sendMessage'>;

const kept = z.object({ userId: z.string(), sends: z.array(z.unknown()) });

/**
 * Keeps messages that were sent a moment ago and are not in IndexedDB yet: a page that goes away takes its open
 * transactions along. Local storage is written at once, and outlives the tab.
 */
export const keepUnstored = (storage: Storage, userId: string, sends: readonly Send[]): void => {
  try {
    storage.setItem(UNSTORED_SENDS_KEY, JSON.stringify({ userId, sends }));
  } catch {
    // Full or closed: the transaction itself may still end.
  }
};

export const forgetUnstored = (storage: Storage): void => storage.removeItem(UNSTORED_SENDS_KEY);

/** Takes what the last page of this member was left with, once. What is not a message is left out. */
const takeUnstored = (storage: Storage, userId: string): readonly Send[] => {
  const text = storage.getItem(UNSTORED_SENDS_KEY);
  if (text === null) return [];
  const parsed = kept.safeParse(parseJson(text));
  if (!parsed.success || parsed.data.userId !== userId) return [];
  forgetUnstored(storage);
  return parsed.data.sends.flatMap((send) => {
    const one = mutations.sendMessage.args.safeParse(send);
    return one.success ? [one.data] : [];
  });
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** What this needs of the engine and its tables. */
export type SendsPort = {
  readonly userId: string;
  readonly isStored: (messageId: string) => Promise<boolean>;
  readonly send: (args: Send) => Promise<unknown>;
  readonly draftOf: (chatId: string) => Promise<string | undefined>;
  readonly forgetDraft: (chatId: string) => Promise<unknown>;
};

/** Sends what the last page could not store any more. What it did store is known by its id and not sent again. */
export const resumeSends = async (storage: Storage, port: SendsPort): Promise<void> => {
  for (const args of takeUnstored(storage, port.userId)) {
    if (!(await port.isStored(args.id))) await port.send(args);
    // The draft goes when its message is stored, which the page did not live to see.
    if ((await port.draftOf(args.chatId))?.trim() === (args.content ?? ''))
      await port.forgetDraft(args.chatId);
  }
};
