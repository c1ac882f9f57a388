import { createFileRoute, redirect } from '@tanstack/react-router';
import { MemberCrash } from '../features/shell/member-crash.tsx';
import { MemberShell } from '../features/shell/member-shell.tsx';
import { rememberedPlace } from '../session/return-target.ts';

/** Without a stored token the visitor is redirected to the sign-in screen (specification §2). */
export const Route = createFileRoute('/_member')({
  beforeLoad: ({ context, location }) => {
    if (context.session.get().kind !== 'anonymous') return;
    throw redirect({ to: '/', search: rememberedPlace(location.pathname), replace: true });
  },
  component: MemberShell,
  errorComponent: MemberCrash,
});
