import { createFileRoute } from '@tanstack/react-router';
import { BlockedScreen } from '../features/people/blocked-screen.tsx';

export const Route = createFileRoute('/_member/_settings/profile/blocked')({ component: BlockedScreen });
