/** The words of pinned messages. */
export const pinnedEnUs = {
  title: 'Pinned messages',
  one: 'Pinned message',
  position: 'Pinned message {{index}} of {{count}}',
  pin: 'Pin',
  unpin: 'Unpin',
  unpinned: 'Message unpinned',
  showAll: 'Show all pinned messages',
  mark: 'pinned',
} as const;

/** The words of starred messages. */
export const starredEnUs = {
  title: 'Starred messages',
  star: 'Star',
  unstar: 'Remove star',
  unstarred: 'Star removed',
  mark: 'starred',
  empty: 'No starred messages',
  many_one: '{{count}} message starred',
  many_other: '{{count}} messages starred',
  emptyHint: 'Star a message in a chat, and you find it here again. Nobody else sees it.',
} as const;
