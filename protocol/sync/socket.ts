import { uuid } from '../text.ts';
import { z } from '../zod.ts';
import { heads } from './pull.ts';
import { cursors, scopeEntry } from './scope.ts';

/** The socket's handshake; the token never travels in the address. */
export const socketAuth = z.object({ token: z.string().max(200), deviceId: uuid(), protocol: z.int() });
export type SocketAuth = z.infer<typeof socketAuth>;

/** What the server sends. Writes go over HTTP only. */
export const serverEvents = {
  changes: scopeEntry,
  heads,
  'session:revoked': z.object({}),
} as const;

/** What a client may send: how far it has stored what it got, which moves "delivered". */
export const clientEvents = {
  stored: z.object({ cursors }),
} as const;

export type ServerEvents = {
  [E in keyof typeof serverEvents]: (payload: z.infer<(typeof serverEvents)[E]>) => void;
};
export type ClientEvents = {
  [E in keyof typeof clientEvents]: (payload: z.infer<(typeof clientEvents)[E]>) => void;
};
