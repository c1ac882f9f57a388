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
