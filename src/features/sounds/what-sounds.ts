import type { LocalMessage } from '../../../sync/index.ts';
import type { Tone } from './tones.ts';

/** What stood on the device at one moment. */
export interface Heard {
  /** The newest message of each chat that may be heard. */
  readonly newest: ReadonlyMap<string, number>;
  /** Of those the muted groups, in which only what names the member is heard. */
  readonly namesOnly: ReadonlySet<string>;
  /** Of every chat, muted ones included: what came while a chat was silent makes no sound afterwards. */
  readonly lastSeqs: ReadonlyMap<string, number>;
  /** Own messages that the server does not have yet. */
  readonly unsent: ReadonlySet<string>;
}

/** What may have come in or gone out between two moments: to be looked up. */
export interface Since {
  readonly chats: readonly { chatId: string; after: number; namesOnly: boolean }[];
  readonly gone: readonly string[];
}

/** A chat that is new here is heard from its first message on. */
export const sinceThen = (before: Heard, now: Heard): Since => ({
  chats: [...now.newest].flatMap(([chatId, seq]) => {
    const after = before.lastSeqs.get(chatId) ?? 0;
    return seq > after ? [{ chatId, after, namesOnly: now.namesOnly.has(chatId) }] : [];
  }),
  gone: [...before.unsent].filter((id) => !now.unsent.has(id)),
});

/** @returns the tone for what was found; what somebody else says goes before what one has said oneself */
export const toneOf = (
  found: {
    readonly messages: readonly Pick<LocalMessage, 'senderId' | 'kind' | 'deletedAt'>[];
    /** Of those that are not waiting any more; without a number nothing has arrived, as when it was taken back. */
    readonly gone: readonly (Pick<LocalMessage, 'seq'> | undefined)[];
  },
  userId: string,
): Tone | null => {
  const isFromOther = found.messages.some(
    ({ senderId, kind, deletedAt }) => senderId !== userId && kind !== 'system' && deletedAt === null,
  );
  if (isFromOther) return 'received';
  return found.gone.some((message) => message !== undefined && message.seq !== null) ? 'sent' : null;
};
