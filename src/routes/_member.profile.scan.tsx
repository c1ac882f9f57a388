import { createFileRoute, redirect } from '@tanstack/react-router';
import { ScanScreen } from '../features/qr/scan-screen.tsx';
import { qrLink } from '../session/qr-link.ts';

export const Route = createFileRoute('/_member/profile/scan')({
  beforeLoad: ({ location, preload }) => {
    if (!preload && qrLink.take('signIn', location.hash))
      throw redirect({ to: '/profile/scan', replace: true });
  },
  component: ScanScreen,
});
