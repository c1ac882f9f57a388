import { createFileRoute } from '@tanstack/react-router';
import { OutboxScreen } from '../features/outbox/outbox-screen.tsx';

export const Route = createFileRoute('/_member/profile/outbox')({ component: OutboxScreen });
