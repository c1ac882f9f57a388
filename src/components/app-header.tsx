import { mergeProps } from '@base-ui/react/merge-props';
import { useRender } from '@base-ui/react/use-render';
import { ArrowLeft } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../i18n/isolate.ts';
import * as styles from './app-header.css.ts';
import { IconButton } from './icon-button.tsx';

export interface AppHeaderBack {
  /** A router link, for a place that is known. */
  render?: ReactElement;
  /** Instead of a link: go back in history. */
  onPress?: () => void;
  /** Two panes show the list beside it, so there the arrow would lead nowhere new. */
  isNarrowOnly?: boolean;
}

export interface AppHeaderProps {
  title: ReactNode;
  /** `large` for the roots of tabs, `compact` for inner screens. */
  size?: 'large' | 'compact';
  subtitle?: ReactNode;
  /** An avatar before the title. */
  leading?: ReactNode;
  back?: AppHeaderBack;
  /** `IconButton`s and a `Menu`. */
  actions?: ReactNode;
  /** Makes title and avatar one link, as to a person's profile. */
  titleRender?: ReactElement;
  /** A second line across the header: a segmented control, a search field. */
  below?: ReactNode;
  /** The `StatusStrip`, laid over the first 28 px of the content, under the banners of the `Screen`. */
  status?: ReactNode;
}

export function AppHeader({
  title,
  size = 'compact',
  subtitle,
  leading,
  back,
  actions,
  titleRender,
  below,
  status,
}: AppHeaderProps) {
  const { t } = useTranslation();
  // A name beside its picture may be cut; the app's own words may not.
  const isOneLine = leading !== undefined;
  const heading = useRender({
    defaultTagName: 'div',
    render: titleRender,
    props: mergeProps<'div'>(
      {
        className: styles.heading({ size }),
        children: (
          <>
            {leading}
            <span className={styles.texts}>
              <h1 className={styles.title({ size, isOneLine })}>
                {typeof title === 'string' ? isolate(title) : title}
              </h1>
              {subtitle !== undefined && (
                <span className={styles.subtitle({ size, isOneLine })}>{subtitle}</span>
              )}
            </span>
          </>
        ),
      },
      {},
    ),
  });
  return (
    <header className={styles.header}>
      <div className={styles.bar({ size })}>
        {back && (
          <span className={styles.back({ isNarrowOnly: back.isNarrowOnly ?? false })}>
            <IconButton
              label={t('action.back')}
              icon={<ArrowLeft size={24} aria-hidden="true" />}
              {...(back.onPress ? { onClick: back.onPress } : {})}
              render={back.render}
            />
          </span>
        )}
        {heading}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {below !== undefined && <div className={styles.below}>{below}</div>}
      {status}
    </header>
  );
}
