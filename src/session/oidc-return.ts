import { type ErrorKind, errorKind, type OidcProfile, oidcCode } from '../../protocol/index.ts';

/** What somebody brings back from the OpenID provider. */
export type OidcReturn =
  /** `link`: to connect the account there to the member's. */
  { kind: 'code' | 'link'; code: string } | { kind: 'error'; error: ErrorKind };
/** Somebody who has an account at the provider, and none here yet. */
export type OidcNewcomer = { code: string; profile: OidcProfile };

let kept: OidcReturn | null = null;
let newcomer: OidcNewcomer | null = null;

const readFragment = (hash: string): OidcReturn | null => {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  for (const [name, kind] of [
    ['oidc', 'code'],
    ['oidc-link', 'link'],
  ] as const) {
    const code = oidcCode().safeParse(fragment.get(name));
    if (code.success) return { kind, code: code.data };
  }
  const error = errorKind.safeParse(fragment.get('oidc-error'));
  return error.success ? { kind: 'error', error: error.data } : null;
};

/**
 * The way back from the provider ends in the fragment of the app's address, which no server sees. It is kept in memory, so
 * that it leaves the address bar and the history at once.
 */
export const oidcReturn = {
  /** @returns whether the fragment was such a way back */
  take(hash: string): boolean {
    const found = readFragment(hash);
    if (found !== null) kept = found;
    return found !== null;
  },
  /** What was brought back, for the first caller: a code works once. */
  collect(): OidcReturn | null {
    const found = kept;
    kept = null;
    return found;
  },
  newcomer: (): OidcNewcomer | null => newcomer,
  /** Kept until the registration is over, or left. */
  keepNewcomer: (next: OidcNewcomer | null): void => {
    newcomer = next;
  },
};
