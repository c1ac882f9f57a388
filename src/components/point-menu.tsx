import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { visuallyHidden } from '../theme/mixins.css.ts';
import * as menu from './menu.css.ts';
import { ItemText, type MenuItem } from './menu.tsx';
import * as styles from './point-menu.css.ts';
import { useBackCloses } from './use-back-closes.ts';

/** Where something was pressed, in the window. */
export interface PressPoint {
  x: number;
  y: number;
}

interface PointMenuProps {
  /** Closed when null. */
  at: PressPoint | null;
  onClose: () => void;
  title: string;
  /** Above the items: quick reactions. */
  head?: ReactNode;
  items: readonly MenuItem[];
}

/** What can be done about the thing under the pointer, beside the pointer. Focus comes back to where it was. */
export function PointMenu({ at, onClose, title, head, items }: PointMenuProps) {
  useBackCloses(at !== null, onClose);
  return (
    <Popover.Root
      open={at !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className={menu.positioner}
          anchor={at && { getBoundingClientRect: () => DOMRect.fromRect({ x: at.x, y: at.y }) }}
          align="start"
          sideOffset={4}
          collisionPadding={8}
        >
          <Popover.Popup className={menu.popup}>
            <Popover.Title className={visuallyHidden}>{title}</Popover.Title>
            {head !== undefined && <div className={styles.head}>{head}</div>}
            {items.map((item) => (
              <Popover.Close
                key={item.id}
                className={`${menu.item({ tone: item.tone ?? 'normal' })} ${styles.item}`}
                disabled={item.isDisabled ?? false}
                onClick={item.onPress}
              >
                {item.icon !== undefined && <span className={menu.icon}>{item.icon}</span>}
                <ItemText item={item} />
              </Popover.Close>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
