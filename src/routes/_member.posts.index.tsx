import { createFileRoute } from '@tanstack/react-router';
import { z } from '../../protocol/index.ts';
import { PostsScreen } from '../features/posts/posts-screen.tsx';

const search = z.object({ show: z.catch(z.optional(z.enum(['all', 'mine'])), undefined) });

export const Route = createFileRoute('/_member/posts/')({ validateSearch: search, component: PostsRoute });

function PostsRoute() {
  const { show = 'all' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PostsScreen
      key={show}
      kind={show}
      onKind={(kind) => void navigate({ search: kind === 'all' ? {} : { show: kind }, replace: true })}
    />
  );
}
