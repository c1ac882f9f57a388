import { isSiteOrigin } from '../../protocol/index.ts';

/** A page of another site has opened this one to learn who is signed in (`/?loginRequestFrom=<origin>&state=…`). */
export type LoginRequest = {
  /** Exactly one well-formed origin, or null: then nothing is ever posted. */
  readonly origin: string | null;
  /** Given back as it came, so that the site can tell its own question. */
  readonly state: string | null;
  /** Where the answer goes; null in a frame, and when no page opened this one. */
  readonly opener: Pick<Window, 'postMessage'> | null;
};

const STATE_MAX = 1_000;
const NAME = 'loginRequestFrom';

/** What the address asks for, or null when it asks for nothing. The list of allowed origins is the server's. */
export const readLoginRequest = (
  search: string,
  opener: Pick<Window, 'postMessage'> | null,
  isFramed: boolean,
): LoginRequest | null => {
  const query = new URLSearchParams(search);
  const [asked, ...more] = query.getAll(NAME);
  if (asked === undefined) return null;
  const isOne = more.length === 0 && isSiteOrigin(asked);
  const state = query.get('state');
  return {
    origin: isOne ? asked : null,
    state: state !== null && state.length <= STATE_MAX ? state : null,
    opener: isFramed ? null : opener,
  };
};

/** Hands the token to that one origin: when the opener is another page by now, the browser drops it. */
export const answerLoginRequest = (
  { origin, state, opener }: LoginRequest,
  granted: { token: string; origin: string },
): void => {
  if (opener === null || origin === null || granted.origin !== origin) return;
  opener.postMessage(
    { type: 'login', token: granted.token, ...(state === null ? {} : { state }) },
    { targetOrigin: origin },
  );
};
