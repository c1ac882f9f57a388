import { createFileRoute } from '@tanstack/react-router';
import { readCode } from '../app/code-params.ts';
import { ChatScreen } from '../features/chat/chat-screen.tsx';

export const Route = createFileRoute('/_member/_chats/chats/$uniqueCode')({
  beforeLoad: ({ params }) => ({ uniqueCode: readCode(params.uniqueCode) }),
  component: ChatRoute,
});

function ChatRoute() {
  const { uniqueCode } = Route.useRouteContext();
  // Another chat is another visit: its own draft, divider and scroll.
  return <ChatScreen key={uniqueCode} uniqueCode={uniqueCode} />;
}
