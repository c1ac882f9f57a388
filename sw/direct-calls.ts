import { worker } from './scope.ts';

/** Static routing (Chrome 123, https://wicg.github.io/service-worker-static-routing-api/), which TypeScript does not know. */
type RouterRule = {
  readonly condition: { readonly urlPattern: string };
  readonly source: 'network' | 'fetch-event';
};
type InstallEvent = ExtendableEvent & {
  readonly addRoutes?: (rules: readonly RouterRule[]) => Promise<void>;
};

/** The first that matches holds. Of the API this worker answers nothing but files (files.ts). */
const rules: readonly RouterRule[] = [
  { condition: { urlPattern: '/api/v1/files/*' }, source: 'fetch-event' },
  { condition: { urlPattern: '/api/v1/*' }, source: 'network' },
];

/**
 * Calls of the API go to the network without waking this worker: none waits for its start, and none keeps an old worker in
 * charge that is to be replaced (update.ts). Where the browser has no static routes, they pass through it untouched.
 */
export const routeCallsDirectly = (): void => {
  worker.addEventListener('install', (event: InstallEvent) => {
    event.waitUntil(event.addRoutes?.(rules).catch(() => undefined) ?? Promise.resolve());
  });
};
