import type { TableName } from '../../protocol/index.ts';
import type { ListId } from '../storage/rows.ts';
import { comments } from './comments.ts';
import { feed } from './feed.ts';
import type { ListKindName } from './kind-names.ts';
import type { ListKind } from './list-kind.ts';
import { messages } from './message-history.ts';
import { post } from './single-post.ts';

/**
 * Every kind of list that is held in part. To add one: a file beside `message-history.ts`, its name in `kind-names.ts`, a
 * line here, and a server route that answers `windowPage`; SPEC.md, "Adding a kind of list", says what it must keep.
 */
export const listKinds: { readonly [N in ListKindName]: ListKind } = { messages, feed, post, comments };

export const listId = (kind: ListKindName, key: string): ListId => `${kind}:${key}`;

const isKindName = (name: string): name is ListKindName => Object.hasOwn(listKinds, name);

export const listKindNames = (): ListKindName[] => Object.keys(listKinds).filter(isKindName);

export const parseListId = (list: ListId): { name: ListKindName; kind: ListKind; key: string } => {
  const colon = list.indexOf(':');
  const name = list.slice(0, colon);
  if (!isKindName(name)) throw new Error(`No such kind of list: ${list}`);
  return { name, kind: listKinds[name], key: list.slice(colon + 1) };
};

/** The kinds whose lists hold rows of a table. */
export const kindsOfTable = (table: TableName): ListKindName[] =>
  listKindNames().filter((name) => listKinds[name].table === table);

/** Tables of which rows are held because a window shows them, and that no log carries as a whole. */
export const windowTables = (): TableName[] => [
  ...new Set(
    listKindNames()
      .map((name) => listKinds[name])
      .flatMap((kind) => (kind.isLogged ? [] : [kind.table])),
  ),
];
