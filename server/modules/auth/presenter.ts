import { presentOwnUser } from '../users/presenter.ts';
import type { SignedIn } from './register.ts';

/** What everybody is answered who comes in, by whichever way. */
export const presentSignedIn = ({ accessToken, user, ...rest }: SignedIn) => ({
  data: { accessToken, user: presentOwnUser(user), ...rest },
});
