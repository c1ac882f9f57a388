import { LIMITS } from '../limits.ts';
import { messageRow } from '../rows/message.ts';
import { userRow } from '../rows/user.ts';
import { searchHas } from '../search-marks.ts';
import { freeText, instant, uuid } from '../text.ts';
import { z } from '../zod.ts';
import { postItem } from './posts.ts';

/**
 * `GET /search`: what the caller may read, newest first. Words match as on the device (`search-words.ts`). Filters are for
 * messages; with a filter the words may be missing. `cursor` goes on among the messages.
 */
export const searchQuery = z.object({
  search: z._default(freeText(LIMITS.searchMax), ''),
  kind: z._default(z.enum(['all', 'messages', 'people', 'posts']), 'all'),
  chatId: z.optional(uuid()),
  senderId: z.optional(uuid()),
  has: z.optional(searchHas),
  since: z.optional(instant()),
  until: z.optional(instant()),
  cursor: z.optional(z.string().check(z.maxLength(500))),
});
export type SearchQuery = z.output<typeof searchQuery>;

/** `meta.people`: the profiles of all whom the messages name. */
export const searchResponse = z.object({
  data: z.object({
    messages: z.array(messageRow),
    people: z.array(userRow),
    posts: z.array(postItem),
  }),
  meta: z.object({
    nextCursor: z.nullable(z.string()),
    people: z.array(userRow),
    serverTime: instant(),
  }),
});
export type SearchResponse = z.infer<typeof searchResponse>;
