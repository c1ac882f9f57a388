import { z } from '../../protocol/index.ts';
import type { SessionState, SignOutNotice } from './session-state.ts';

/** Gone with the tab. */
const NOTICE_KEY = 'tambay.signOutNotice';
const notice: z.ZodMiniType<SignOutNotice> = z.object({ waiting: z.int(), lost: z.exactOptional(z.int()) });

/** Whose session ended. */
const OWNER_KEY = 'tambay.signOutNotice.of';

/**
 * Keeps what the sign-in screen has to say through a reload, which may come from the router as much as from a thumb, and
 * before the router has left the member's screen: the next member must not be led to it.
 * @param userId whose session it was; null when this page has opened none
 */
export const keepNotice = (tabStorage: Storage, state: SessionState, userId: string | null): void => {
  if (state.kind === 'signedIn') {
    tabStorage.removeItem(NOTICE_KEY);
    tabStorage.removeItem(OWNER_KEY);
  } else if (state.kind === 'anonymous' && state.notice) {
    tabStorage.setItem(NOTICE_KEY, JSON.stringify(state.notice));
    if (userId !== null) keepNoticeOwner(tabStorage, userId);
  }
};

/** Notes whose session is about to end: the page may be loaded anew before it has. */
export const keepNoticeOwner = (tabStorage: Storage, userId: string): void =>
  tabStorage.setItem(OWNER_KEY, userId);

/** Whose session ended in this tab, until a member signs in. */
export const readNoticeOwner = (tabStorage: Storage): string | null => tabStorage.getItem(OWNER_KEY);

/** What the page before this one said, until a member signs in. */
export const readNotice = (tabStorage: Storage): SignOutNotice | null => {
  try {
    return notice.parse(JSON.parse(tabStorage.getItem(NOTICE_KEY) ?? 'null'));
  } catch {
    return null;
  }
};
