/** The places of the bottom bar and the rail. */
export const tabs = ['chats', 'posts', 'friends', 'me'] as const;
export type Tab = (typeof tabs)[number];

/** Where a tab begins. */
export const tabRoots = {
  chats: '/profile/messages',
  posts: '/posts',
  friends: '/profile/friends',
  me: '/profile',
} as const satisfies Record<Tab, string>;

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

/** Inside a chat, and where a post or comment is written, the phone's bottom bar makes room for the keyboard. Lists of chats keep it. */
export const isInsideChat = (pathname: string): boolean =>
  (pathname.startsWith('/chats/') && !/^\/chats\/(requests|archived|public|start|starred)$/.test(pathname)) ||
  pathname === '/strangers' ||
  (pathname.startsWith('/posts/') && !/^\/posts\/(bin|drafts)$/.test(pathname));
