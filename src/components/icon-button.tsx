import { mergeProps } from '@base-ui/react/merge-props';
import { useRender } from '@base-ui/react/use-render';
import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react';
import { Badge } from './badge.tsx';
import * as styles from './icon-button.css.ts';

export interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'style' | 'children' | 'aria-label'> {
  /** What it does, for those who cannot see the icon, and as a tooltip for those who wonder. */
  label: string;
  icon: ReactNode;
  variant?: 'quiet' | 'soft' | 'solid';
  /** A small count at the corner; zero shows nothing. */
  count?: number;
  render?: ReactElement | undefined;
}

export function IconButton({
  label,
  icon,
  variant = 'quiet',
  count = 0,
  render,
  ref,
  ...rest
}: IconButtonProps) {
  const own: ComponentPropsWithRef<'button'> = {
    className: styles.iconButton({ variant }),
    'aria-label': label,
    title: label,
    children: (
      <>
        {icon}
        {count > 0 && (
          <span className={styles.badge}>
            <Badge count={count} />
          </span>
        )}
      </>
    ),
  };
  if (!render) own.type = 'button';
  return useRender({ defaultTagName: 'button', render, ref, props: mergeProps<'button'>(own, rest) });
}
