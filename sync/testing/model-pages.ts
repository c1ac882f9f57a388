import {
  type Cursor,
  chatScope,
  commentsResponse,
  type MessageRow,
  messagesResponse,
  type PostRow,
  ProtocolError,
  postMarkId,
  postsResponse,
  type RevalidateRequest,
  revalidateResponse,
  type ScopeId,
  userScope,
} from '../../protocol/index.ts';
import { heldScopes, type ModelState, presentRow } from './model-state.ts';

type PageContext = {
  state: ModelState;
  userId: string;
  at: string;
  perPage: number;
  cursorOf(scope: ScopeId): Cursor;
};

export const messagesOf = (state: ModelState, chatId: string): MessageRow[] =>
  [...state.tables.messages.values()]
    .filter((row) => row.chatId === chatId)
    .sort((a, b) => (a.seq ?? a.afterSeq + 0.5) - (b.seq ?? b.afterSeq + 0.5));

const metaOf = (context: PageContext, scope: ScopeId, startReached: boolean) => ({
  ...{ page: 1, perPage: context.perPage, total: 0, totalPages: 0, nextCursor: null },
  serverTime: context.at,
  asOf: context.cursorOf(scope),
  startReached,
});

const messagePage = (
  context: PageContext,
  chatId: string,
  { beforeSeq, cursor }: { beforeSeq: number; cursor: string | null },
): unknown => {
  const { state, userId, perPage } = context;
  if (!heldScopes(state, userId).includes(chatScope(chatId))) throw new ProtocolError('not_found');
  const before = messagesOf(state, chatId).filter((row) => (row.seq ?? row.afterSeq + 0.5) < beforeSeq);
  const shown = before.findIndex(({ id }) => id === cursor);
  if (cursor !== null && shown < 0) throw new ProtocolError('cursor_expired');
  const all = cursor === null ? before : before.slice(0, shown);
  const data = all.slice(-perPage).reverse();
  return messagesResponse.parse({
    data,
    meta: {
      ...metaOf(context, chatScope(chatId), data.length === all.length),
      nextCursor: data.length === all.length ? null : (data.at(-1)?.id ?? null),
      people: peopleIn(state, data),
    },
  });
};

/** The people these lines name, members or not. */
const peopleIn = ({ tables }: ModelState, rows: readonly MessageRow[]) => {
  const ids = new Set(
    rows.flatMap(({ senderId, event }) => [...(senderId ? [senderId] : []), ...(event?.people ?? [])]),
  );
  return [...ids].flatMap((id) => tables.users.get(id) ?? []);
};

const isVisible = (post: PostRow | undefined, userId: string): post is PostRow =>
  post !== undefined && post.deletedAt === null && (post.creatorId === userId || post.privacy === 'PUBLIC');

/** Newest first, before a place `createdAt|id`. */
const pageOf = <R extends { id: string; createdAt: string }>(
  context: PageContext,
  rows: readonly R[],
  before: string | null,
) => {
  const place = ({ createdAt, id }: R): string => `${createdAt}|${id}`;
  const all = rows
    .filter((row) => before === null || place(row) < before)
    .sort((a, b) => (place(a) < place(b) ? 1 : -1));
  const data = all.slice(0, context.perPage);
  return { data, meta: metaOf(context, userScope(context.userId), data.length === all.length) };
};

/** Every list that devices read in pages, by its address. */
export const readPage = (context: PageContext, url: URL): unknown => {
  const { state, userId } = context;
  const before = url.searchParams.get('before');
  const [, chatId] = /^\/api\/v1\/chats\/([^/]+)\/messages$/.exec(url.pathname) ?? [];
  if (chatId !== undefined) {
    const place = url.searchParams.get('beforeSeq');
    return messagePage(context, chatId, {
      beforeSeq: place === null ? Number.POSITIVE_INFINITY : Number(place),
      cursor: url.searchParams.get('cursor'),
    });
  }
  const [, postId] = /^\/api\/v1\/posts\/([^/]+)\/comments$/.exec(url.pathname) ?? [];
  if (postId !== undefined) {
    if (!isVisible(state.tables.posts.get(postId), userId)) throw new ProtocolError('not_found');
    const rows = [...state.tables.comments.values()].filter((row) => row.postId === postId);
    return commentsResponse.parse(pageOf(context, rows, before));
  }
  if (url.pathname !== '/api/v1/posts') throw new ProtocolError('not_found');
  const creatorId = url.searchParams.get('creatorId');
  const posts = [...state.tables.posts.values()]
    .filter((post) => isVisible(post, userId) && (creatorId === null || post.creatorId === creatorId))
    .map((post) => ({ ...post, liked: state.tables.likes.has(postMarkId(post.id, userId)) }));
  return postsResponse.parse(pageOf(context, posts, before));
};

/** The difference to what a device holds in windows. */
export const compareHeld = (context: PageContext, { rows }: RevalidateRequest): unknown => {
  const { state, userId } = context;
  const isSeen = (table: string, id: string): boolean => {
    const comment = state.tables.comments.get(id);
    const postId = table === 'comments' ? comment?.postId : id;
    return isVisible(state.tables.posts.get(postId ?? ''), userId);
  };
  const seen = rows.filter(({ table, id }) => isSeen(table, id));
  return revalidateResponse.parse({
    asOf: context.cursorOf(userScope(userId)),
    changes: seen
      .map(({ table, id, version }) => ({ version, change: presentRow(state, table, id) }))
      .flatMap(({ version, change }) => (change.version === version ? [] : [change])),
    missing: rows.filter(({ table, id }) => !isSeen(table, id)).map(({ table, id }) => ({ table, id })),
  });
};
