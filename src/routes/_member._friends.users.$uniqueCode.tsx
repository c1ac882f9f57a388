import { createFileRoute } from '@tanstack/react-router';
import { readCode } from '../app/code-params.ts';
import { PersonScreen } from '../features/friends/person-screen.tsx';

export const Route = createFileRoute('/_member/_friends/users/$uniqueCode')({
  beforeLoad: ({ params }) => ({ uniqueCode: readCode(params.uniqueCode) }),
  component: PersonRoute,
});

function PersonRoute() {
  const { uniqueCode } = Route.useRouteContext();
  return <PersonScreen key={uniqueCode} uniqueCode={uniqueCode} />;
}
