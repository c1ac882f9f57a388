/** The places of the bottom bar and the rail. */
export const tabs = ['chats', 'posts', 'friends', 'me'] as const;
export type Tab = (typeof tabs)[number];

const FRIENDS = /^\/(users\/|profile\/(friends|add-friend|friend-requests)$)/;

/** Which tab an address belongs to. */
export const tabOf = (pathname: string): Tab => {
  if (
    pathname.startsWith('/chats/') ||
    ['/strangers', '/profile/messages', '/search', '/share'].includes(pathname)
  )
    return 'chats';
  if (pathname === '/posts' || pathname.startsWith('/posts/')) return 'posts';
  return FRIENDS.test(pathname) ? 'friends' : 'me';
};

/** Inside a chat, and where a post or comment is written, the phone's bottom bar makes room for the keyboard. */
export const isInsideChat = (pathname: string): boolean =>
  pathname.startsWith('/chats/') ||
  pathname === '/strangers' ||
  (pathname.startsWith('/posts/') && !/^\/posts\/(bin|drafts)$/.test(pathname));

const placesOfMembers = new WeakMap<object, Map<Tab, string>>();

/** Where one was in each tab, for as long as the member stays signed in: the next one on this page begins anew. */
export const lastPlacesOf = (member: object): Map<Tab, string> => {
  const known = placesOfMembers.get(member);
  if (known) return known;
  const made = new Map<Tab, string>();
  placesOfMembers.set(member, made);
  return made;
};
