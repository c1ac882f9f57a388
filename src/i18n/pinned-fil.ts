/** The words of pinned messages. */
export const pinnedFil = {
  title: 'Mga naka-pin na mensahe',
  one: 'Naka-pin na mensahe',
  position: 'Naka-pin na mensahe {{index}} sa {{count}}',
  pin: 'I-pin',
  unpin: 'I-unpin',
  unpinned: 'Na-unpin na ang mensahe',
  showAll: 'Ipakita ang lahat ng naka-pin na mensahe',
  mark: 'naka-pin',
};
