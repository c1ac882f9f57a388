import { mergeProps } from '@base-ui/react/merge-props';
import { useRender } from '@base-ui/react/use-render';
import type { ComponentPropsWithRef, MouseEvent, ReactElement, ReactNode } from 'react';
import * as styles from './button.css.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'style'> {
  variant?: 'primary' | 'secondary' | 'outline' | 'quiet' | 'plain' | 'danger' | 'dangerQuiet';
  size?: 'md' | 'sm';
  icon?: ReactNode;
  /** Keeps focus and width, says that it is busy, and swallows further presses. */
  isLoading?: boolean | undefined;
  isWide?: boolean;
  /** The element to be, as a router link: `render={<Link to="/register" />}`. */
  render?: ReactElement | undefined;
}

export function Button({
  variant = 'primary',
  size = 'md',
  icon,
  isLoading = false,
  isWide = false,
  render,
  children,
  ref,
  ...rest
}: ButtonProps) {
  const own: ComponentPropsWithRef<'button'> = {
    className: styles.button({ variant, size, isWide }),
    children: (
      <>
        <span className={isLoading ? styles.contentHidden : styles.content}>
          {icon}
          {children}
        </span>
        {isLoading && (
          <span className={styles.spinner}>
            <Spinner />
          </span>
        )}
      </>
    ),
  };
  if (!render) own.type = 'button';
  if (isLoading) {
    own['aria-busy'] = true;
    own['aria-disabled'] = true;
  }
  const props = mergeProps<'button'>(own, rest);
  if (isLoading) {
    // A press of Enter in a form arrives here as a click, too.
    props.onClick = (event: MouseEvent) => event.preventDefault();
  }
  return useRender({ defaultTagName: 'button', render, ref, props });
}
