import { createFileRoute, redirect } from '@tanstack/react-router';
import { MemberCrash } from '../features/shell/member-crash.tsx';
import { MemberShell } from '../features/shell/member-shell.tsx';
import { qrLink, qrLinkKindOf } from '../session/qr-link.ts';
import { rememberedPlace } from '../session/return-target.ts';

/** Without a stored token the visitor is redirected to the sign-in screen (specification §2). */
export const Route = createFileRoute('/_member')({
  beforeLoad: ({ context, location, preload }) => {
    if (context.session.state.value.kind !== 'anonymous') return;
    // A code that was opened before signing in waits for it, and leaves the address bar at once.
    const kind = preload ? undefined : qrLinkKindOf(location.pathname);
    if (kind) qrLink.take(kind, location.hash);
    throw redirect({
      to: '/',
      search: rememberedPlace(location.pathname, location.searchStr),
      replace: true,
    });
  },
  component: MemberShell,
  errorComponent: MemberCrash,
});
