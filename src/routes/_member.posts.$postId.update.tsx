import { createFileRoute } from '@tanstack/react-router';
import { readUuid } from '../app/code-params.ts';
import { UpdatePostScreen } from '../features/posts/update-post-screen.tsx';

export const Route = createFileRoute('/_member/posts/$postId/update')({
  beforeLoad: ({ params }) => ({ postId: readUuid(params.postId) }),
  component: UpdateRoute,
});

function UpdateRoute() {
  const { postId } = Route.useRouteContext();
  return <UpdatePostScreen key={postId} postId={postId} />;
}
