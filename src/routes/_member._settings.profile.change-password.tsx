import { createFileRoute } from '@tanstack/react-router';
import { ChangePasswordScreen } from '../features/auth/change-password-screen.tsx';

export const Route = createFileRoute('/_member/_settings/profile/change-password')({
  component: ChangePasswordScreen,
});
