import type { ShownComment } from '../../queries/comments.ts';

/** How far a reply is set in: answers to answers stand beside their elders (docs/decisions/0006). */
export type Depth = 0 | 1 | 2;
export type ThreadItem = { readonly shown: ShownComment; readonly depth: Depth };

const deeper = (depth: Depth): Depth => (depth === 0 ? 1 : 2);

/**
 * Comments as they are read: each with its answers below it, oldest first. An answer whose comment is not here stands by
 * itself; a deleted comment is left out unless somebody has answered it.
 */
export const buildThread = (comments: readonly ShownComment[]): ThreadItem[] => {
  const held = new Set(comments.map(({ comment }) => comment.id));
  const children = Map.groupBy(comments, ({ comment }) =>
    comment.parentId !== null && held.has(comment.parentId) ? comment.parentId : null,
  );
  const walk = (parentId: string | null, depth: Depth, seen: ReadonlySet<string>): ThreadItem[] =>
    (children.get(parentId) ?? []).flatMap((shown) => {
      const { id, deletedAt } = shown.comment;
      if (seen.has(id)) return [];
      const below = walk(id, deeper(depth), new Set([...seen, id]));
      return deletedAt !== null && below.length === 0 ? [] : [{ shown, depth }, ...below];
    });
  return walk(null, 0, new Set());
};
