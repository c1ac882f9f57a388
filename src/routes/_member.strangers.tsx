import { createFileRoute } from '@tanstack/react-router';
import { StrangersScreen } from '../features/strangers/strangers-screen.tsx';

export const Route = createFileRoute('/_member/strangers')({ component: StrangersScreen });
