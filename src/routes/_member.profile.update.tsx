import { createFileRoute } from '@tanstack/react-router';
import { EditProfileScreen } from '../features/profile/edit-profile-screen.tsx';

export const Route = createFileRoute('/_member/profile/update')({ component: EditProfileScreen });
