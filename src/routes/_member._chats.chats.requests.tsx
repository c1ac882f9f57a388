import { createFileRoute } from '@tanstack/react-router';
import { RequestsScreen } from '../features/chats/shelf-screens.tsx';

export const Route = createFileRoute('/_member/_chats/chats/requests')({ component: RequestsScreen });
