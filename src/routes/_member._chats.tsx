import { createFileRoute } from '@tanstack/react-router';
import { ChatsPanes } from '../features/chats/chats-panes.tsx';

/** The list of chats, and beside or instead of it the chat that is open. */
export const Route = createFileRoute('/_member/_chats')({ component: ChatsPanes });
