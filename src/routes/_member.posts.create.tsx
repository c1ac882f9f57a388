import { createFileRoute } from '@tanstack/react-router';
import { z } from '../../protocol/index.ts';
import { CreatePostScreen } from '../features/posts/create-post-screen.tsx';

const search = z.object({ draft: z.catch(z.optional(z.uuid()), undefined) });

export const Route = createFileRoute('/_member/posts/create')({
  validateSearch: search,
  component: CreateRoute,
});

function CreateRoute() {
  const { draft } = Route.useSearch();
  return <CreatePostScreen key={draft ?? 'new'} draftId={draft} />;
}
