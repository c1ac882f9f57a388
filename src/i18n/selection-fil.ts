/** The words of selecting several messages or chats. */
export const selectionFil = {
  begin: 'Piliin',
  leave: 'Itigil ang pagpili',
  count_one: '{{count}} ang napili',
  count_other: '{{count}} ang napili',
  message: 'Piliin: {{- words}}',
  actions: 'Para sa lahat ng napili',
  markSeen: 'Markahang nakita na',
  markedSeen: 'Minarkahang nakita na',
  copy: 'Kopyahin',
};
