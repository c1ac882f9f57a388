import { createFileRoute } from '@tanstack/react-router';
import { z } from '../../protocol/index.ts';
import { StarredScreen } from '../features/chat/starred-screen.tsx';

const search = z.object({ in: z.catch(z.optional(z.uuid()), undefined) });

export const Route = createFileRoute('/_member/_chats/chats/starred')({
  validateSearch: search,
  component: StarredRoute,
});

function StarredRoute() {
  return <StarredScreen chatId={Route.useSearch().in} />;
}
