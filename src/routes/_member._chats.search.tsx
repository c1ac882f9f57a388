import { createFileRoute, useRouter } from '@tanstack/react-router';
import { z } from '../../protocol/index.ts';
import { SearchScreen } from '../features/search/search-screen.tsx';

const search = z.object({
  q: z.catch(z.optional(z.string()), undefined),
  kind: z.catch(z.optional(z.enum(['messages', 'people', 'posts', 'chats'])), undefined),
});

export const Route = createFileRoute('/_member/_chats/search')({
  validateSearch: search,
  component: SearchRoute,
});

function SearchRoute() {
  const { q = '', kind = 'all' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  return (
    <SearchScreen
      first={{ text: q, kind }}
      // Kept in the address, so that coming back from a result finds what was asked.
      onChange={(text, wanted) => {
        // A result was tapped meanwhile and its screen is on its way: this would call the reader back.
        if (router.latestLocation.pathname !== Route.to) return;
        void navigate({
          search: {
            ...(text === '' ? {} : { q: text }),
            ...(wanted === 'all' ? {} : { kind: wanted }),
          },
          replace: true,
        });
      }}
    />
  );
}
