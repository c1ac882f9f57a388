import { mergeProps } from '@base-ui/react/merge-props';
import { useRender } from '@base-ui/react/use-render';
import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../theme/mixins.css.ts';
import { Badge, type Counted, useCountWords } from './badge.tsx';
import { BrandMark } from './brand-mark.tsx';
import * as styles from './nav-bar.css.ts';

export interface NavItem {
  id: string;
  label: string;
  /** A lucide icon at 24 px. */
  icon: ReactNode;
  isCurrent?: boolean;
  /** What waits there; above 99 it reads 99+. */
  count?: number;
  counted?: Counted;
  /** The filled one in the middle that makes something new. */
  isMain?: boolean;
  /** Told before the link is followed: the place one is in goes to its top instead. */
  onPress?: (event: { preventDefault: () => void }) => void;
  /** The router link to be: `<Link to="/posts" />`. */
  render: ReactElement;
}

export interface NavBarProps {
  items: readonly NavItem[];
}

/** The bottom bar of a phone and the left rail of everything wider; one element, so that focus survives turning. */
export function NavBar({ items }: NavBarProps) {
  const { t } = useTranslation();
  return (
    <nav className={styles.nav} aria-label={t('nav.label')}>
      <div className={styles.brand}>
        <BrandMark size={40} />
      </div>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id}>
            <NavLink item={item} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NavLink({ item }: { item: NavItem }) {
  const { count = 0, counted = 'unread', isCurrent = false, isMain = false } = item;
  const say = useCountWords();
  const own: ComponentPropsWithRef<'a'> = {
    className: styles.item,
    children: (
      <>
        <span className={styles.glow({ isCurrent: isCurrent && !isMain, isMain })}>
          {item.icon}
          {count > 0 && (
            <span className={styles.badge} aria-hidden="true">
              <Badge count={count} />
            </span>
          )}
        </span>
        <span className={isMain ? visuallyHidden : styles.label}>{item.label}</span>
        {/* After the name, by which the place is known. */}
        {count > 0 && <span className={visuallyHidden}>{say(count, counted)}</span>}
      </>
    ),
  };
  // Its name is not written beside it.
  if (isMain) own.title = item.label;
  if (isCurrent) own['aria-current'] = 'page';
  if (item.onPress) own.onClick = item.onPress;
  return useRender({ defaultTagName: 'a', render: item.render, props: mergeProps<'a'>(own, {}) });
}
