import { createFileRoute } from '@tanstack/react-router';
import { readCode } from '../app/code-params.ts';
import { ChatInfoScreen } from '../features/chats/chat-info-screen.tsx';

export const Route = createFileRoute('/_member/_chats/chats/$uniqueCode_/info')({
  beforeLoad: ({ params }) => ({ uniqueCode: readCode(params.uniqueCode) }),
  component: ChatInfoRoute,
});

function ChatInfoRoute() {
  const { uniqueCode } = Route.useRouteContext();
  return <ChatInfoScreen key={uniqueCode} uniqueCode={uniqueCode} />;
}
