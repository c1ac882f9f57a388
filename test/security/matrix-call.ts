import type { Actor, Cast } from './cast.ts';

/** A request as an actor makes it; the token is added to it. */
export interface Call {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  /** A body that is no JSON; its type stands in the headers. */
  payload?: Buffer;
}

export type MakeCall = (cast: Cast, actor: Actor) => Call | Promise<Call>;
