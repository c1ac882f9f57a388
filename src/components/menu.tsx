import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import * as styles from './menu.css.ts';
import { useBackCloses } from './use-back-closes.ts';

export interface MenuItem {
  id: string;
  label: string;
  /** A line under the label: how it stands now. */
  note?: string;
  icon?: ReactNode;
  tone?: 'normal' | 'danger';
  /** In a menu that chooses one of several: this is the one now. */
  isChosen?: boolean;
  isDisabled?: boolean;
  onPress: () => void;
}

export interface MenuProps {
  /** The button that opens it, as `<IconButton label=… icon=… />`. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
}

export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  useBackCloses(isOpen, () => setIsOpen(false));
  return (
    <BaseMenu.Root open={isOpen} onOpenChange={setIsOpen}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={styles.positioner} align={align} sideOffset={4} collisionPadding={8}>
          <BaseMenu.Popup className={styles.popup}>
            {items.map((item) => (
              <BaseMenu.Item
                key={item.id}
                className={styles.item({ tone: item.tone ?? 'normal' })}
                disabled={item.isDisabled ?? false}
                onClick={item.onPress}
                aria-current={item.isChosen === true ? 'true' : undefined}
              >
                {item.icon !== undefined && <span className={styles.icon}>{item.icon}</span>}
                <ItemText item={item} />
                {item.isChosen === true && <Check className={styles.mark} size={18} aria-hidden="true" />}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

/** What an item says. */
export function ItemText({ item: { label, note } }: { item: Pick<MenuItem, 'label' | 'note'> }) {
  if (note === undefined) return <span className={styles.text}>{label}</span>;
  return (
    <span className={styles.text}>
      {label} <span className={styles.note}>{note}</span>
    </span>
  );
}
