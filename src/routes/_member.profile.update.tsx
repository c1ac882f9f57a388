import { createFileRoute } from '@tanstack/react-router';
import { z } from '../../protocol/index.ts';
import { EditProfileScreen } from '../features/profile/edit-profile-screen.tsx';

export const Route = createFileRoute('/_member/profile/update')({
  /** A change in the outbox that is edited. */
  validateSearch: z.object({ waiting: z.catch(z.optional(z.uuid()), undefined) }),
  component: function UpdateProfile() {
    const { waiting } = Route.useSearch();
    return <EditProfileScreen key={waiting ?? 'new'} waitingId={waiting} />;
  },
});
