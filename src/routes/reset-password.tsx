import { createFileRoute, redirect } from '@tanstack/react-router';
import { ResetPasswordScreen } from '../features/auth/reset-password-screen.tsx';
import { resetLink } from '../session/reset-link.ts';

/**
 * Public, but open to a member who came by a mail's link: who forgot the password would otherwise be locked out
 * (docs/decisions/0007). The token leaves the address bar at once.
 */
export const Route = createFileRoute('/reset-password')({
  beforeLoad: ({ context, location, preload }) => {
    if (preload) return;
    if (resetLink.take(location.hash)) throw redirect({ to: '/reset-password', replace: true });
    if (
      resetLink.token() === null &&
      !resetLink.isCutShort() &&
      context.session.state.value.kind !== 'anonymous'
    )
      throw redirect({ to: '/profile', replace: true });
  },
  component: ResetPasswordScreen,
});
