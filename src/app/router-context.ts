import type { Session } from '../session/session-types.ts';

/** What every route's `beforeLoad` gets. */
export type RouterContext = { readonly session: Session };
