const FRAGMENT = /(?:^|[#&])token=([^&]*)/;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

let kept: string | null = null;
let isCutShort = false;

/**
 * The token of a reset mail arrives in the fragment, which no server sees. It is kept in memory, so that it can leave the
 * address bar (and the history, and what a screenshot shows) at once (docs/decisions/0007).
 */
export const resetLink = {
  /** @returns whether the fragment named a token, be it whole or not */
  take(hash: string): boolean {
    const token = FRAGMENT.exec(hash)?.[1];
    if (token === undefined) return false;
    isCutShort = !TOKEN.test(token);
    kept = isCutShort ? null : token;
    return true;
  },
  token: (): string | null => kept,
  /** A link that a mail program has broken: said to every visitor, members too. */
  isCutShort: (): boolean => isCutShort,
  forget: (): void => {
    kept = null;
    isCutShort = false;
  },
};
