import { createFileRoute } from '@tanstack/react-router';
import { FriendsPanes } from '../features/friends/friends-panes.tsx';

/** The list of friends, and beside or instead of it a person, the requests, or the form for a code. */
export const Route = createFileRoute('/_member/_friends')({ component: FriendsPanes });
