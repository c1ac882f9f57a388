import { uniqueCode, z } from '../../protocol/index.ts';
import { isSettingsGroup } from '../features/settings/groups.ts';
import { linkedCode } from './linked-code.ts';

/**
 * Every address that is handed on, by the share buttons, in notifications, by the manifest's shortcuts and its handlers, and
 * where a member may have been when the session ended. A visitor who opens
 * one without being signed in comes to it afterwards. Only these are ever followed, so that `next` cannot lead anywhere else.
 */
export const PLACES = [
  // What another app handed over waits there.
  '/share',
  // A code that another device shows waits in `qr-link.ts`.
  '/profile/scan',
  '/posts/create',
  '/posts/bin',
  '/posts/drafts',
  '/posts',
  '/chats/public',
  '/chats/starred',
  '/search',
  '/moderation',
  '/profile/messages',
  '/profile/outbox',
  '/profile/friends',
  '/profile/friend-requests',
  '/profile/devices',
  '/profile/account',
  '/profile/settings',
  '/profile/update',
  '/strangers',
] as const;
/** Where the links of the manifest's protocol handler lead, with a friend's code. */
const ADD_FRIEND = '/profile/add-friend';
const THING = /^\/(users|chats|posts)\/([^/?#]+)(\/info|\/update)?$/;
const SETTINGS = /^\/profile\/settings\/([a-z]+)$/;

const postId = z.uuid();

/** The code that a link to add a friend brings; of everything else in it nothing is followed. */
const codeIn = (query: URLSearchParams): string | undefined => linkedCode.safeParse(query.get('code')).data;
const messageIn = (query: URLSearchParams): string | undefined =>
  z.uuid().safeParse(query.get('message')).data;

const thingAt = (path: string, query: URLSearchParams) => {
  const [, kind, id, part] = THING.exec(path) ?? [];
  if (kind === 'posts') {
    const post = postId.safeParse(id);
    if (!post.success || part === '/info') return undefined;
    const params = { postId: post.data };
    return part === undefined
      ? ({ to: '/posts/$postId', params } as const)
      : ({ to: '/posts/$postId/update', params } as const);
  }
  const code = uniqueCode().safeParse(id);
  if (!code.success || part === '/update') return undefined;
  const params = { uniqueCode: code.data };
  if (kind === 'users')
    return part === undefined ? ({ to: '/users/$uniqueCode', params } as const) : undefined;
  if (part === '/info') return { to: '/chats/$uniqueCode/info', params } as const;
  const message = messageIn(query);
  return message === undefined
    ? ({ to: '/chats/$uniqueCode', params } as const)
    : ({ to: '/chats/$uniqueCode', params, search: { message } } as const);
};

const settingsAt = (path: string) => {
  const group = SETTINGS.exec(path)?.[1] ?? '';
  return isSettingsGroup(group)
    ? ({ to: '/profile/settings/$group', params: { group } } as const)
    : undefined;
};

const placeAt = (next: string) => {
  const [address = '', query = ''] = next.split('?', 2);
  // The router opens an address with a slash behind it like the one without.
  const path = address.replace(/\/$/, '');
  const asked = new URLSearchParams(query);
  if (path === ADD_FRIEND) {
    const code = codeIn(asked);
    return code === undefined
      ? ({ to: ADD_FRIEND } as const)
      : ({ to: ADD_FRIEND, search: { code } } as const);
  }
  const fixed = PLACES.find((place) => place === path);
  return fixed === undefined ? (settingsAt(path) ?? thingAt(path, asked)) : ({ to: fixed } as const);
};

/**
 * Where to go when a public screen is left. Where nothing was asked for: the list of chats after signing in or registering,
 * the profile with a token from before (specification §2).
 */
export const returnTarget = (next = '', hasSignedInHere = false) =>
  placeAt(next) ?? (hasSignedInHere ? ({ to: '/profile/messages' } as const) : ({ to: '/profile' } as const));

/** What to remember of the place that a visitor was turned away from: the address, and of its query what is followed. */
export const rememberedPlace = (pathname: string, query = ''): { next?: string } => {
  const place = placeAt(`${pathname}?${query.replace(/^\?/, '')}`);
  if (place === undefined) return {};
  const search = 'search' in place ? `?${new URLSearchParams(place.search)}` : '';
  return { next: pathname + search };
};

const NEXT_KEY = 'tambay.next';
const LEFT_BY_KEY = 'tambay.next.leftBy';

/**
 * Keeps `next` for this tab: the way in may lead over registration, a provider of identities, a reset password, or a page
 * that was fetched anew.
 * @param leftBy the member whose session ended at that place; null for a visitor who followed a link
 */
export const keepNext = (next: string | undefined, leftBy: string | null): void => {
  if (next === undefined || placeAt(next) === undefined) return;
  // A page that is fetched anew keeps the same address, and does not know who left it.
  if (leftBy === null && sessionStorage.getItem(NEXT_KEY) === next) return;
  sessionStorage.setItem(NEXT_KEY, next);
  if (leftBy === null) sessionStorage.removeItem(LEFT_BY_KEY);
  else sessionStorage.setItem(LEFT_BY_KEY, leftBy);
};

/**
 * Takes what was kept, once. The router asks more than once while a member comes in: what another member left stays
 * refused, though the address still names it.
 * @param asked what the address asks for, where nothing was kept
 * @returns the place for this member; undefined where another member left it: on a shared phone it is theirs
 */
export const takeNext = (userId: string, asked?: string): string | undefined => {
  const leftBy = sessionStorage.getItem(LEFT_BY_KEY);
  if (leftBy !== null && leftBy !== userId) return undefined;
  const next = sessionStorage.getItem(NEXT_KEY) ?? asked;
  sessionStorage.removeItem(NEXT_KEY);
  sessionStorage.removeItem(LEFT_BY_KEY);
  return next;
};
