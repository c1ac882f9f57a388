import { createFileRoute } from '@tanstack/react-router';
import { MutedScreen } from '../features/people/muted-screen.tsx';

export const Route = createFileRoute('/_member/_settings/profile/muted')({ component: MutedScreen });
