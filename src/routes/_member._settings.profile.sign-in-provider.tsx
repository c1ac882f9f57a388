import { createFileRoute } from '@tanstack/react-router';
import { SignInProviderScreen } from '../features/profile/sign-in-provider-screen.tsx';

export const Route = createFileRoute('/_member/_settings/profile/sign-in-provider')({
  component: SignInProviderScreen,
});
