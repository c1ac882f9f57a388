import { createFileRoute } from '@tanstack/react-router';
import { DraftsScreen } from '../features/posts/drafts-screen.tsx';

export const Route = createFileRoute('/_member/posts/drafts')({ component: DraftsScreen });
