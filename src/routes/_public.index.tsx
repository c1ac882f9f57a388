import { createFileRoute } from '@tanstack/react-router';
import { SignInScreen } from '../features/auth/sign-in-screen.tsx';

export const Route = createFileRoute('/_public/')({ component: SignInScreen });
