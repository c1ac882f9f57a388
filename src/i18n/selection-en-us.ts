/** The words of selecting several messages or chats. */
export const selectionEnUs = {
  begin: 'Select',
  leave: 'Stop selecting',
  count_one: '{{count}} selected',
  count_other: '{{count}} selected',
  message: 'Select: {{- words}}',
  actions: 'For all that is selected',
  markSeen: 'Mark as seen',
  markedSeen: 'Marked as seen',
  copy: 'Copy',
};
