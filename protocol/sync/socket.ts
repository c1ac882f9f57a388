import { chosenId, uuid } from '../text.ts';
import { z } from '../zod.ts';
import { heads } from './pull.ts';
import { cursors, scopeEntry } from './scope.ts';

/** The socket's handshake; the token never travels in the address. */
export const socketAuth = z.object({
  token: z.string().check(z.maxLength(200)),
  deviceId: chosenId(),
  protocol: z.int(),
});
export type SocketAuth = z.infer<typeof socketAuth>;

/** What the server sends. Writes go over HTTP only. */
export const serverEvents = {
  changes: scopeEntry,
  heads,
  /** Somebody types in a chat; it holds for a few seconds. Never stored. */
  typing: z.object({ chatId: z.uuid(), userId: z.uuid() }),
  /** Whether somebody whom one watches is there. Never stored. */
  presence: z.object({ userId: z.uuid(), isOnline: z.boolean() }),
  /** Something about the chat of strangers, or the wait for one, has changed: the client asks for it. It carries no person's id. */
  'stranger:changed': z.object({ chatId: z.uuid() }),
  /** The stranger types in this chat. */
  'stranger:typing': z.object({ chatId: z.uuid() }),
  /** Posts that one looks at have changed, or the feed has a new one: there is something to ask for. It says nothing of what. */
  hint: z.object({ postIds: z.array(z.uuid()), isFeed: z.boolean() }),
  'session:revoked': z.object({}),
} as const;

/** What a client may send. Writes go over HTTP only. */
export const clientEvents = {
  /** How far it has stored what it got, which moves "delivered". */
  stored: z.object({ cursors }),
  /** I am typing in a chat. */
  typing: z.object({ chatId: uuid() }),
  /** I am typing to a stranger. */
  'stranger:typing': z.object({ chatId: uuid() }),
  /** Whose presence I look at now, instead of those before. */
  watch: z.object({ userIds: z.array(uuid()).check(z.maxLength(50)) }),
  /** Which posts are on my screen now, and whether the feed is. */
  look: z.object({ postIds: z.array(uuid()).check(z.maxLength(50)), isFeed: z.boolean() }),
} as const;

export type ServerEvents = {
  [E in keyof typeof serverEvents]: (payload: z.infer<(typeof serverEvents)[E]>) => void;
};
export type ClientEvents = {
  [E in keyof typeof clientEvents]: (payload: z.infer<(typeof clientEvents)[E]>) => void;
};
