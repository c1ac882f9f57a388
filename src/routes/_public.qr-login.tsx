import { createFileRoute } from '@tanstack/react-router';
import { QrLoginScreen } from '../features/auth/qr-login-screen.tsx';

export const Route = createFileRoute('/_public/qr-login')({ component: QrLoginScreen });
