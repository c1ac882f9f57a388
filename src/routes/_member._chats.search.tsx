import { createFileRoute } from '@tanstack/react-router';
import { z } from '../../protocol/index.ts';
import { SearchScreen } from '../features/search/search-screen.tsx';

const search = z.object({
  q: z.string().optional().catch(undefined),
  kind: z.enum(['messages', 'people', 'posts', 'chats']).optional().catch(undefined),
  chat: z.uuid().optional().catch(undefined),
});

export const Route = createFileRoute('/_member/_chats/search')({
  validateSearch: search,
  component: SearchRoute,
});

function SearchRoute() {
  const { q = '', kind = 'all', chat } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SearchScreen
      key={chat}
      first={{ text: q, kind }}
      chatId={chat ?? null}
      // Kept in the address, so that coming back from a result finds what was asked.
      onChange={(text, wanted) =>
        void navigate({
          search: {
            ...(text === '' ? {} : { q: text }),
            ...(wanted === 'all' ? {} : { kind: wanted }),
            ...(chat === undefined ? {} : { chat }),
          },
          replace: true,
        })
      }
    />
  );
}
