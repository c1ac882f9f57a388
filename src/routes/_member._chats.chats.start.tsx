import { createFileRoute } from '@tanstack/react-router';
import { StartChatScreen } from '../features/chats/start-chat-screen.tsx';

export const Route = createFileRoute('/_member/_chats/chats/start')({ component: StartChatScreen });
