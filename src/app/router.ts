import { createRouter } from '@tanstack/react-router';
import { routeTree } from '../routeTree.gen.ts';
import type { Session } from '../session/session-types.ts';

export type RouterContext = { readonly session: Session };

export const createAppRouter = (context: RouterContext) =>
  createRouter({ routeTree, context, defaultPreload: 'intent', defaultPreloadStaleTime: 0 });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
