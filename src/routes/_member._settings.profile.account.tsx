import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '../features/profile/account-screen.tsx';

export const Route = createFileRoute('/_member/_settings/profile/account')({ component: AccountScreen });
