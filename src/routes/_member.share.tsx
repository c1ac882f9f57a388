import { createFileRoute } from '@tanstack/react-router';
import { ShareScreen } from '../features/share/share-screen.tsx';

export const Route = createFileRoute('/_member/share')({ component: ShareScreen });
