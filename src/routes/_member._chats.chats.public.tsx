import { createFileRoute } from '@tanstack/react-router';
import { PublicChatsScreen } from '../features/chats/public-chats-screen.tsx';

export const Route = createFileRoute('/_member/_chats/chats/public')({ component: PublicChatsScreen });
