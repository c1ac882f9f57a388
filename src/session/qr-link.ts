import { BehaviorSubject } from 'rxjs';
import { qrId } from '../../protocol/index.ts';

/** What a code says: where it leads, and in the fragment, which no server sees, the id of the sign-in. */
const kinds = {
  /** A new device shows it; a member scans it. */
  signIn: { path: '/profile/scan', key: 'q' },
  /** A member shows it; a new device scans it. */
  grant: { path: '/qr-login', key: 'g' },
} as const;
export type QrLinkKind = keyof typeof kinds;

export const qrAddress = (kind: QrLinkKind, origin: string, id: string): string =>
  `${origin}${kinds[kind].path}#${kinds[kind].key}=${id}`;

/** The id in the fragment of an address of a kind. */
export const qrIdIn = (kind: QrLinkKind, hash: string): string | null => {
  const found = new URLSearchParams(hash.replace(/^#/, '')).get(kinds[kind].key);
  return qrId().safeParse(found).data ?? null;
};

export const qrLinkKindOf = (path: string): QrLinkKind | undefined =>
  path === kinds.signIn.path ? 'signIn' : path === kinds.grant.path ? 'grant' : undefined;

const kept = new BehaviorSubject<ReadonlyMap<QrLinkKind, string>>(new Map());

/** A code that the phone's own camera opened: kept in memory, so that it leaves the address bar and the history at once. */
export const qrLink = {
  /** @returns whether the fragment had an id */
  take(kind: QrLinkKind, hash: string): boolean {
    const id = qrIdIn(kind, hash);
    if (id === null) return false;
    kept.next(new Map(kept.value).set(kind, id));
    return true;
  },
  /** Another one may be opened while the screen stands. */
  changes: kept.asObservable(),
  id: (kind: QrLinkKind): string | null => kept.value.get(kind) ?? null,
  forget: (kind: QrLinkKind): void => {
    kept.next(new Map([...kept.value].filter(([other]) => other !== kind)));
  },
};
