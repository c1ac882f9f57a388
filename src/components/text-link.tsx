import { mergeProps } from '@base-ui/react/merge-props';
import { useRender } from '@base-ui/react/use-render';
import type { ReactElement, ReactNode } from 'react';
import * as styles from './text-link.css.ts';

export interface TextLinkProps {
  /** Plain words before the link: "New here?". */
  lead?: string;
  align?: 'start' | 'center';
  /** The router link to be. */
  render: ReactElement;
  children: ReactNode;
}

/** A link on a line of its own, tall enough for a thumb. */
export function TextLink({ lead, align = 'start', render, children }: TextLinkProps) {
  const link = useRender({
    defaultTagName: 'a',
    render,
    props: mergeProps<'a'>({ className: styles.link, children }, {}),
  });
  return (
    <p className={styles.lines[align]}>
      {lead}
      {link}
    </p>
  );
}
