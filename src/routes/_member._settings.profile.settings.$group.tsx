import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { isSettingsGroup } from '../features/settings/groups.ts';
import { SettingsGroupScreen } from '../features/settings/settings-group-screen.tsx';

export const Route = createFileRoute('/_member/_settings/profile/settings/$group')({
  beforeLoad: ({ params }) => {
    if (!isSettingsGroup(params.group)) throw notFound();
    // A screen of its own, which other places lead to, too.
    if (params.group === 'devices') throw redirect({ to: '/profile/devices', replace: true });
    return { group: params.group };
  },
  component: SettingsGroupRoute,
});

function SettingsGroupRoute() {
  const { group } = Route.useRouteContext();
  return <SettingsGroupScreen key={group} group={group} />;
}
