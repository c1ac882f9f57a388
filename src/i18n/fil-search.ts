import type { Messages } from './messages.ts';

/** Texts of the search over everything on the device. */
export const search: Messages['search'] = {
  title: 'Maghanap',
  field: 'Maghanap kahit ano',
  fieldInChat: 'Maghanap sa chat na ito',
  /** Which of the results in a chat is shown. */
  position: '{{index}} sa {{count}}',
  older: 'Mas lumang resulta',
  newer: 'Mas bagong resulta',
  leave: 'Umalis sa paghahanap',
  show: 'Ipakita',
  kinds: { all: 'Lahat', messages: 'Mensahe', people: 'Tao', posts: 'Post', chats: 'Chat' },
  start: 'Mga mensahe, tao, post at chat',
  startHint: 'Mahahanap ang nasa device na ito kahit walang internet.',
  nothing: 'Walang nahanap',
  nothingHint:
    'Ang nasa device na ito lang ang hinahanapan. Lalabas ang mas lumang mensahe kapag nag-scroll ka pabalik.',
  count_one: '{{count}} resulta',
  count_other: '{{count}} na resulta',
  reading_one: 'Binabasa pa ang {{count}} mensahe.',
  reading_other: 'Binabasa pa ang {{count}} na mensahe.',
  more: 'Ipakita pa',
};
