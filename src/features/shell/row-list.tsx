import type { ReactNode } from 'react';
import * as styles from './row-list.css.ts';

interface RowListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
}

/** Rows of a card as the list they are, with a line between them; without rows nothing, which gets no line either. */
export function RowList<Item>({ items, keyOf, children }: RowListProps<Item>) {
  if (items.length === 0) return null;
  return (
    <ul>
      {items.map((item) => (
        <li key={keyOf(item)} className={styles.item}>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
