import { mergeProps } from '@base-ui/react/merge-props';
import { useRender } from '@base-ui/react/use-render';
import { Search } from 'lucide-react';
import type { ReactElement } from 'react';
import * as styles from './search-field.css.ts';

interface SearchLinkProps {
  label: string;
  /** A router link. */
  render: ReactElement;
}

/** Looks like a search field and leads to the screen that has it: the one place that finds everything. */
export function SearchLink({ label, render }: SearchLinkProps) {
  const children = (
    <>
      <Search className={styles.icon} size={18} aria-hidden="true" />
      <span className={styles.hint}>{label}</span>
    </>
  );
  return useRender({
    defaultTagName: 'a',
    render,
    props: mergeProps<'a'>({ className: styles.root, children }, {}),
  });
}
