import { createFileRoute } from '@tanstack/react-router';
import { SyncDoctorScreen } from '../features/doctor/sync-doctor-screen.tsx';

export const Route = createFileRoute('/_member/_settings/profile/sync-doctor')({
  component: SyncDoctorScreen,
});
