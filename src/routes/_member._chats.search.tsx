import { createFileRoute, useRouter } from '@tanstack/react-router';
import { searchHas, z } from '../../protocol/index.ts';
import { SearchScreen } from '../features/search/search-screen.tsx';

const or = <T,>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined);

const search = z.object({
  q: or(z.string()),
  kind: or(z.enum(['messages', 'people', 'posts', 'chats'])),
  has: or(searchHas),
  starred: or(z.literal(true)),
  in: or(z.uuid()),
  from: or(z.uuid()),
  since: or(z.iso.date()),
  until: or(z.iso.date()),
});

export const Route = createFileRoute('/_member/_chats/search')({
  validateSearch: search,
  component: SearchRoute,
});

function SearchRoute() {
  const { q = '', kind = 'all', has, starred, in: chatId, from, since, until } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const filters = {
    has: has ?? null,
    isStarred: starred ?? false,
    chatId: chatId ?? null,
    senderId: from ?? null,
    since: since ?? null,
    until: until ?? null,
  };
  return (
    <SearchScreen
      first={{ text: q, kind, filters }}
      // Kept in the address, so that coming back from a result finds what was asked.
      onChange={(place) => {
        // A result was tapped meanwhile and its screen is on its way: this would call the reader back.
        if (router.latestLocation.pathname !== Route.to) return;
        const { text, kind: wanted, filters: narrowed } = place;
        void navigate({
          search: {
            ...(text === '' ? {} : { q: text }),
            ...(wanted === 'all' ? {} : { kind: wanted }),
            ...(narrowed.has === null ? {} : { has: narrowed.has }),
            ...(narrowed.isStarred ? { starred: true } : {}),
            ...(narrowed.chatId === null ? {} : { in: narrowed.chatId }),
            ...(narrowed.senderId === null ? {} : { from: narrowed.senderId }),
            ...(narrowed.since === null ? {} : { since: narrowed.since }),
            ...(narrowed.until === null ? {} : { until: narrowed.until }),
          },
          replace: true,
        });
      }}
    />
  );
}
