import { createFileRoute } from '@tanstack/react-router';

/** Nothing picked: the panes show the list. */
export const Route = createFileRoute('/_member/_chats/profile/messages')({});
