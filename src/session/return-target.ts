import { uniqueCode } from '../../protocol/index.ts';

/** What another app handed over waits there. */
const SHARE = '/share';
/** Where a code leads that another device shows; the code itself waits in `qr-link.ts`. */
const SCAN = '/profile/scan';
const PLACE = /^\/(users|chats)\/([^/?#]+)$/;

/**
 * Where to go after signing in: a shared link to a person or a chat, a code to approve, else the profile (specification §2). Only these
 * places of ours are ever followed, so that the address cannot lead anywhere else.
 */
export const returnTarget = (next: string | undefined) => {
  if (next === SHARE || next === SCAN) return { to: next } as const;
  const match = PLACE.exec(next ?? '');
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
export const rememberedPlace = (pathname: string): { next?: string } =>
  PLACE.test(pathname) || pathname === SHARE || pathname === SCAN ? { next: pathname } : {};
