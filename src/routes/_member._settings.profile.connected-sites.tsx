import { createFileRoute } from '@tanstack/react-router';
import { ConnectedSitesScreen } from '../features/profile/connected-sites-screen.tsx';

export const Route = createFileRoute('/_member/_settings/profile/connected-sites')({
  component: ConnectedSitesScreen,
});
