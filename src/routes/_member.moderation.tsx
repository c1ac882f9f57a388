import { createFileRoute } from '@tanstack/react-router';
import { ModerationScreen } from '../features/moderation/moderation-screen.tsx';

export const Route = createFileRoute('/_member/moderation')({ component: ModerationScreen });
