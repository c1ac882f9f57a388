/** The words of the chat with oneself. */
export const savedEnUs = {
  title: 'Saved messages',
  empty: 'Nothing saved yet',
  emptyHint: 'Keep notes, links and forwarded messages here, on all your devices and for you alone.',
  deleteBody: 'It is deleted for good, on all your devices.',
  deleteManyBody: 'They are deleted for good, on all your devices.',
} as const;
