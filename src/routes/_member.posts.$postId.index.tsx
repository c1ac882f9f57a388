import { createFileRoute } from '@tanstack/react-router';
import { readUuid } from '../app/code-params.ts';
import { PostScreen } from '../features/posts/post-screen.tsx';

export const Route = createFileRoute('/_member/posts/$postId/')({
  beforeLoad: ({ params }) => ({ postId: readUuid(params.postId) }),
  component: PostRoute,
});

function PostRoute() {
  const { postId } = Route.useRouteContext();
  return <PostScreen key={postId} postId={postId} />;
}
