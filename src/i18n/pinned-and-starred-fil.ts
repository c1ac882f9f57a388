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

/** The words of starred messages. */
export const starredFil = {
  title: 'Mga naka-star na mensahe',
  star: 'Lagyan ng star',
  unstar: 'Alisin ang star',
  unstarred: 'Inalis na ang star',
  mark: 'naka-star',
  empty: 'Walang naka-star na mensahe',
  many_one: 'Na-star ang {{count}} mensahe',
  many_other: 'Na-star ang {{count}} mensahe',
  emptyHint: 'Lagyan ng star ang mensahe sa chat para madaling balikan dito. Ikaw lang ang nakakakita.',
};
