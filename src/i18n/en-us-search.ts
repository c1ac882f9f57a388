/** Texts of the search over everything on the device. */
export const search = {
  title: 'Search',
  field: 'Search everything',
  fieldInChat: 'Search in this chat',
  /** Which of the results in a chat is shown. */
  position: '{{index}} of {{count}}',
  older: 'Older result',
  newer: 'Newer result',
  leave: 'Leave the search',
  show: 'Show',
  kinds: { all: 'All', messages: 'Messages', people: 'People', posts: 'Posts', chats: 'Chats' },
  start: 'Messages, people, posts and chats',
  startHint: 'What is on this device can be found without a network, too.',
  nothing: 'Nothing found',
  nothingHint: 'Only what is on this device is searched. Older messages come when you scroll back.',
  count_one: '{{count}} result',
  count_other: '{{count}} results',
  reading_one: '{{count}} message is still being read.',
  reading_other: '{{count}} messages are still being read.',
  more: 'Show more',
} as const;
