import { createFileRoute, redirect } from '@tanstack/react-router';
import { isLabOn } from '../app/lab-switch.ts';
import { NetworkLabScreen } from '../features/lab/network-lab-screen.tsx';

export const Route = createFileRoute('/_member/_settings/profile/network-lab')({
  beforeLoad: () => {
    if (!isLabOn())
      throw redirect({ to: '/profile/settings/$group', params: { group: 'help' }, replace: true });
  },
  component: NetworkLabScreen,
});
