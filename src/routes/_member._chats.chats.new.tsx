import { createFileRoute } from '@tanstack/react-router';
import { NewChatScreen } from '../features/chats/new-chat-screen.tsx';

export const Route = createFileRoute('/_member/_chats/chats/new')({ component: NewChatScreen });
