import { createFileRoute } from '@tanstack/react-router';
import { FriendRequestsScreen } from '../features/friends/friend-requests-screen.tsx';

export const Route = createFileRoute('/_member/_friends/profile/friend-requests')({
  component: FriendRequestsScreen,
});
