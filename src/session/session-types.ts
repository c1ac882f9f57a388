import type { EngineWrap, StateObservable } from '../../sync/index.ts';
import type { Api } from './api.ts';
import type { SignedIn } from './auth-api.ts';
import type { DepartureDeps } from './departure.ts';
import type { SessionState, SignOutMode } from './session-state.ts';

export type SyncDoor = Pick<
  typeof import('../../sync/index.ts'),
  'openDeviceStore' | 'openEngine' | 'deleteUserDatabase' | 'freezeUserDatabase' | 'hasUserDatabase'
>;

export type SessionDeps = Omit<DepartureDeps, 'loadSync'> & {
  readonly api: Pick<Api, 'verify' | 'logout' | 'revoke'>;
  readonly baseUrl: string;
  /** Gone with the tab, and with a browser that is killed: shows whether this tab has seen a token before. */
  readonly tabStorage: Storage;
  /** Whether anybody was ever signed in here: a visitor's start loads no engine. */
  readonly isDeviceKnown: () => Promise<boolean>;
  /** The engine's code, loaded when there is somebody to load it for. */
  readonly loadSync: () => Promise<SyncDoor>;
  /** What the network lab puts between the engine and the world; null while it is off. */
  readonly loadWrap?: () => Promise<EngineWrap | null>;
  /** Told how many bytes have come over the socket, about. */
  readonly onReceived?: (bytes: number) => void;
  /** Faults that somebody must look at. */
  readonly onFault: (error: unknown) => void;
};

export type Session = {
  readonly state: StateObservable<SessionState>;
  start(): Promise<void>;
  signIn(answer: SignedIn): Promise<void>;
  signOut(mode: SignOutMode): Promise<void>;
  /** The session is dead: storage is cleared, the database stays, locked until the same member signs in (docs/decisions/0007). */
  forceSignOut(): Promise<void>;
  /** Another tab changed local storage; `key` is null when it was cleared. */
  storageChanged(key: string | null): Promise<void>;
  /** The page is hidden for good, perhaps: what is unsent is noted for the next page of this tab. */
  pageEnds(): void;
  /** The network is back: what could not be asked or told is tried again. */
  networkReturned(): void;
  token(): string | null;
  /** Whether the member signed in on this page, and had no token from before. */
  hasSignedInHere(): boolean;
  /** Who was signed in last on this page, or whose session turned out to have ended; null for a visitor. */
  lastUserId(): string | null;
};
