import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as styles from './message-column.css.ts';

export interface MessageColumnProps {
  /** The full height of a virtual list, whose rows are placed inside by themselves. */
  sizePx?: number;
  /** Arrows lead from message to message. */
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  children: ReactNode;
}

/** The column in which a conversation runs. As a log it reads new messages out as they arrive. */
export function MessageColumn({ sizePx, onKeyDown, children }: MessageColumnProps) {
  const { t } = useTranslation();
  const isVirtual = sizePx !== undefined;
  return (
    <div
      className={styles.column({ isVirtual })}
      style={isVirtual ? { blockSize: sizePx } : undefined}
      role="log"
      aria-label={t('chat.log')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the way in for the keyboard, one stop of Tab for all messages.
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}
