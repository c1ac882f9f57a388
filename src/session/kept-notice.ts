import { z } from '../../protocol/index.ts';
import type { SessionState, SignOutNotice } from './session-state.ts';

/** Gone with the tab. */
const NOTICE_KEY = 'tambay.signOutNotice';
const notice: z.ZodMiniType<SignOutNotice> = z.object({ waiting: z.int(), lost: z.exactOptional(z.int()) });

/** Keeps what the sign-in screen has to say through a reload, which may come from the router as much as from a thumb. */
export const keepNotice = (tabStorage: Storage, state: SessionState): void => {
  if (state.kind === 'signedIn') tabStorage.removeItem(NOTICE_KEY);
  else if (state.kind === 'anonymous' && state.notice)
    tabStorage.setItem(NOTICE_KEY, JSON.stringify(state.notice));
};

/** What the page before this one said, while nobody has come in. */
export const readNotice = (tabStorage: Storage): SignOutNotice | null => {
  try {
    return notice.parse(JSON.parse(tabStorage.getItem(NOTICE_KEY) ?? 'null'));
  } catch {
    return null;
  }
};
