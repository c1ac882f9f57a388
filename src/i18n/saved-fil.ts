/** The words of the chat with oneself. */
export const savedFil = {
  title: 'Mga naka-save',
  empty: 'Wala pang naka-save',
  emptyHint:
    'Itago rito ang mga tala, link at na-forward na mensahe, sa lahat ng device mo at para sa iyo lang.',
  deleteBody: 'Tuluyan itong mabubura sa lahat ng device mo.',
  deleteManyBody: 'Tuluyang mabubura ang mga ito sa lahat ng device mo.',
};
