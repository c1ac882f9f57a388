import { uniqueCode } from '../../protocol/index.ts';
import { linkedCode } from './linked-code.ts';

/**
 * What another app handed over waits at the first, and at the second leads a code that another device shows, which itself
 * waits in `qr-link.ts`. The others are the shortcuts of the manifest.
 */
const PLACES = ['/share', '/profile/scan', '/posts/create', '/profile/messages', '/profile/outbox'] as const;
/** Where the links of the manifest's protocol handler lead, with a friend's code. */
const ADD_FRIEND = '/profile/add-friend';
const PLACE = /^\/(users|chats)\/([^/?#]+)$/;

const fixedPlace = (path: string) => PLACES.find((place) => place === path);

/** The code that a link to add a friend brings; of everything else in it nothing is followed. */
const codeIn = (query: string): string | undefined =>
  linkedCode.safeParse(new URLSearchParams(query).get('code')).data;

/**
 * Where to go after signing in: a shared link to a person or a chat, a code to approve, a shortcut of the app, else the profile
 * (specification §2). Only these places of ours are ever followed, so that the address cannot lead anywhere else.
 */
export const returnTarget = (next = '') => {
  const place = fixedPlace(next);
  if (place) return { to: place } as const;
  const [path, query = ''] = next.split('?', 2);
  if (path === ADD_FRIEND) {
    const linked = codeIn(query);
    return linked === undefined
      ? ({ to: ADD_FRIEND } as const)
      : ({ to: ADD_FRIEND, search: { code: linked } } as const);
  }
  const match = PLACE.exec(next);
  const code = uniqueCode().safeParse(match?.[2]);
  if (match?.[1] === 'users' && code.success) {
    return { to: '/users/$uniqueCode', params: { uniqueCode: code.data } } as const;
  }
  if (match?.[1] === 'chats' && code.success) {
    return { to: '/chats/$uniqueCode', params: { uniqueCode: code.data } } as const;
  }
  return { to: '/profile' } as const;
};

/** What to remember of the place that a visitor was turned away from. */
export const rememberedPlace = (pathname: string, query = ''): { next?: string } => {
  if (pathname === ADD_FRIEND) {
    const code = codeIn(query);
    return { next: code === undefined ? ADD_FRIEND : `${ADD_FRIEND}?code=${encodeURIComponent(code)}` };
  }
  return PLACE.test(pathname) || fixedPlace(pathname) ? { next: pathname } : {};
};
