import { createFileRoute } from '@tanstack/react-router';
import { z } from '../../protocol/index.ts';
import { readCode } from '../app/code-params.ts';
import { ChatScreen } from '../features/chat/chat-screen.tsx';

const search = z.object({
  message: z.catch(z.optional(z.uuid()), undefined),
  /** Where in the chat it stands, when a search of the server leads to it. */
  at: z.catch(z.optional(z.int().check(z.positive())), undefined),
});

export const Route = createFileRoute('/_member/_chats/chats/$uniqueCode')({
  validateSearch: search,
  beforeLoad: ({ params }) => ({ uniqueCode: readCode(params.uniqueCode) }),
  component: ChatRoute,
});

function ChatRoute() {
  const { uniqueCode } = Route.useRouteContext();
  const { message, at } = Route.useSearch();
  // Another chat is another visit: its own draft, divider and scroll.
  return <ChatScreen key={uniqueCode} uniqueCode={uniqueCode} messageId={message} messageSeq={at} />;
}
