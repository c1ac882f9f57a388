import { createFileRoute } from '@tanstack/react-router';
import { ArchivedScreen } from '../features/chats/shelf-screens.tsx';

export const Route = createFileRoute('/_member/_chats/chats/archived')({ component: ArchivedScreen });
