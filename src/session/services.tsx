import { createContext, type ReactNode, use } from 'react';
import type { ErrorDetail } from '../../protocol/index.ts';
import type { Engine, EngineStatus } from '../../sync/index.ts';
import type { UpdateWatcher } from '../app/service-worker.ts';
import { useObservable } from '../app/use-observable.ts';
import type { Toaster } from '../components/toaster.ts';
import type { Api } from './api.ts';
import type { LoginRequest } from './login-request.ts';
import type { SessionState } from './session-state.ts';
import type { Session } from './session-types.ts';

/** What lives as long as the page. Made once in `main.tsx`. */
export type Services = {
  readonly session: Session;
  readonly api: Api;
  /** Where the API is. */
  readonly baseUrl: string;
  readonly toaster: Toaster;
  /** Says in a toast why a call failed (specification §8); null: something else than our server answered, or nothing. */
  readonly reportFailure: (error: ErrorDetail | null) => void;
  readonly updates: UpdateWatcher;
  /** Another site waits for an answer in this window. */
  readonly loginRequest: LoginRequest | null;
};

const ServicesContext = createContext<Services | null>(null);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}

export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new TypeError('useServices needs a ServicesProvider above it');
  return services;
}

export function useSessionState(): SessionState {
  return useObservable(useServices().session.state);
}

const EngineContext = createContext<Engine | null>(null);

/** Stands above every signed-in screen. */
export function EngineProvider({ engine, children }: { engine: Engine; children: ReactNode }) {
  return <EngineContext value={engine}>{children}</EngineContext>;
}

/** The signed-in member's engine. */
export function useEngine(): Engine {
  const engine = use(EngineContext);
  if (!engine) throw new TypeError('useEngine needs a signed-in member');
  return engine;
}

export function useEngineStatus(): EngineStatus {
  return useObservable(useEngine().status);
}
