import { createFileRoute } from '@tanstack/react-router';
import { AddFriendScreen } from '../features/friends/add-friend-screen.tsx';

export const Route = createFileRoute('/_member/_friends/profile/add-friend')({ component: AddFriendScreen });
