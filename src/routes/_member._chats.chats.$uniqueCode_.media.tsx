import { createFileRoute } from '@tanstack/react-router';
import { searchHas, z } from '../../protocol/index.ts';
import { readCode } from '../app/code-params.ts';
import { GalleryScreen } from '../features/gallery/gallery-screen.tsx';

const search = z.object({ kind: z.catch(z.optional(searchHas), undefined) });

export const Route = createFileRoute('/_member/_chats/chats/$uniqueCode_/media')({
  validateSearch: search,
  beforeLoad: ({ params }) => ({ uniqueCode: readCode(params.uniqueCode) }),
  component: GalleryRoute,
});

function GalleryRoute() {
  const { uniqueCode } = Route.useRouteContext();
  const { kind = 'media' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <GalleryScreen
      key={uniqueCode}
      uniqueCode={uniqueCode}
      kind={kind}
      onKind={(wanted) =>
        void navigate({ search: wanted === 'media' ? {} : { kind: wanted }, replace: true })
      }
    />
  );
}
