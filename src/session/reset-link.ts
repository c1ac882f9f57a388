const FRAGMENT = /(?:^|[#&])token=([A-Za-z0-9_-]{43})(?:&|$)/;

let kept: string | null = null;

/**
 * The token of a reset mail arrives in the fragment, which no server sees. It is kept in memory, so that it can leave the
 * address bar (and the history, and what a screenshot shows) at once (decisions.md §7).
 */
export const resetLink = {
  /** @returns whether the fragment had a token */
  take(hash: string): boolean {
    const token = FRAGMENT.exec(hash)?.[1];
    if (token !== undefined) kept = token;
    return token !== undefined;
  },
  token: (): string | null => kept,
  forget: (): void => {
    kept = null;
  },
};
