/** The places of the bottom bar and the rail. */
export const tabs = ['chats', 'friends', 'me'] as const;
export type Tab = (typeof tabs)[number];

const FRIENDS = /^\/(users\/|profile\/(friends|add-friend|friend-requests)$)/;

/** Which tab an address belongs to. */
export const tabOf = (pathname: string): Tab => {
  if (pathname.startsWith('/chats/') || pathname === '/profile/messages') return 'chats';
  return FRIENDS.test(pathname) ? 'friends' : 'me';
};

/** Inside a chat the phone's bottom bar makes room for the keyboard. */
export const isInsideChat = (pathname: string): boolean => pathname.startsWith('/chats/');

const placesOfMembers = new WeakMap<object, Map<Tab, string>>();

/** Where one was in each tab, for as long as the member stays signed in: the next one on this page begins anew. */
export const lastPlacesOf = (member: object): Map<Tab, string> => {
  const known = placesOfMembers.get(member);
  if (known) return known;
  const made = new Map<Tab, string>();
  placesOfMembers.set(member, made);
  return made;
};
