import { createFileRoute, redirect } from '@tanstack/react-router';
import { MemberCrash } from '../features/shell/member-crash.tsx';
import { MemberShell } from '../features/shell/member-shell.tsx';
import { qrLink, qrLinkKindOf } from '../session/qr-link.ts';
import { rememberedPlace } from '../session/return-target.ts';

/** Without a stored token the visitor is redirected to the sign-in screen (specification §2). */
export const Route = createFileRoute('/_member')({
  beforeLoad: ({ context, location, preload }) => {
    const state = context.session.state.value;
    if (state.kind !== 'anonymous') return;
    // A code that was opened before signing in waits for it, and leaves the address bar at once.
    const kind = preload ? undefined : qrLinkKindOf(location.pathname);
    if (kind) qrLink.take(kind, location.hash);
    // Who signed out chose to leave; the next person on this phone does not continue there.
    const hasLeft = state.notice === null && context.session.lastUserId() !== null;
    const search = hasLeft ? {} : rememberedPlace(location.pathname, location.searchStr);
    throw redirect({ to: '/', search, replace: true });
  },
  component: MemberShell,
  errorComponent: MemberCrash,
});
