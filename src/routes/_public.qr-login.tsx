import { createFileRoute, redirect } from '@tanstack/react-router';
import { z } from '../../protocol/index.ts';
import { QrLoginScreen } from '../features/qr/qr-login-screen.tsx';
import { qrLink } from '../session/qr-link.ts';

export const Route = createFileRoute('/_public/qr-login')({
  validateSearch: z.object({ scan: z.catch(z.optional(z.boolean()), undefined) }),
  beforeLoad: ({ location, preload }) => {
    if (!preload && qrLink.take('grant', location.hash))
      throw redirect({ to: '/qr-login', search: { scan: true }, replace: true });
  },
  component: function QrLogin() {
    return <QrLoginScreen isScanning={Route.useSearch().scan === true} />;
  },
});
