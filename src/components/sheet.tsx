import { Drawer } from '@base-ui/react/drawer';
import type { ReactNode } from 'react';
import { visuallyHidden } from '../theme/mixins.css.ts';
import { ItemText } from './menu.tsx';
import * as styles from './sheet.css.ts';
import { useBackCloses } from './use-back-closes.ts';

export interface SheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Read out when the sheet opens; `isTitleHidden` keeps it from being seen. */
  title: string;
  isTitleHidden?: boolean;
  description?: ReactNode;
  /** `padded` for free content, `list` for `SheetAction` rows. */
  layout?: 'list' | 'padded';
  /** Over what is dimmed, and not part of the sheet. */
  lifted?: ReactNode;
  children: ReactNode;
}

/** Comes up from the bottom under the thumb and goes down with a swipe; on wide screens it is a small dialog. */
export function Sheet({
  isOpen,
  onOpenChange,
  title,
  isTitleHidden = false,
  description,
  layout = 'list',
  lifted,
  children,
}: SheetProps) {
  useBackCloses(isOpen, () => onOpenChange(false), { isSheet: true });
  return (
    <Drawer.Root open={isOpen} onOpenChange={onOpenChange} swipeDirection="down">
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        {lifted}
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup className={styles.popup}>
            <div className={styles.handle} aria-hidden="true" />
            <Drawer.Content>
              <div className={isTitleHidden ? visuallyHidden : styles.head}>
                <Drawer.Title className={styles.title}>{title}</Drawer.Title>
                {description !== undefined && (
                  <Drawer.Description className={styles.description}>{description}</Drawer.Description>
                )}
              </div>
              <div className={layout === 'list' ? styles.body : styles.bodyPadded}>{children}</div>
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

export interface SheetActionProps {
  label: string;
  /** A line under the label: how it stands now. */
  note?: string | undefined;
  icon?: ReactNode;
  tone?: 'normal' | 'danger';
  isDisabled?: boolean;
  onPress: () => void;
}

/** One thing to do in a sheet; it closes the sheet. */
export function SheetAction({
  label,
  note,
  icon,
  tone = 'normal',
  isDisabled = false,
  onPress,
}: SheetActionProps) {
  return (
    <Drawer.Close className={styles.action({ tone })} disabled={isDisabled} onClick={onPress}>
      {icon !== undefined && <span className={styles.actionIcon}>{icon}</span>}
      {note === undefined ? label : <ItemText item={{ label, note }} />}
    </Drawer.Close>
  );
}
