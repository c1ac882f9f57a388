import type { UserRow } from '../../../protocol/index.ts';
import { useMe } from '../../queries/people.ts';
import { useSessionState } from '../../session/services.tsx';

export type MyProfile = { readonly user: UserRow; readonly email: string };

/** Myself: from the tables, and before their first pull from what the server said at sign-in. */
export function useMyProfile(): MyProfile | undefined {
  const me = useMe();
  const state = useSessionState();
  const account = state.kind === 'signedIn' ? state.account : null;
  const user = me?.user ?? account;
  const email = me?.settings?.email ?? account?.email;
  return user && email !== undefined ? { user, email } : undefined;
}
