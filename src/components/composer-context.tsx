import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import * as styles from './composer-context.css.ts';
import { IconButton } from './icon-button.tsx';

interface ComposerContextProps {
  icon: ReactNode;
  title: string;
  /** One line of the message it is about. */
  words: string;
  /** What that message shows, small. */
  picture?: ReactNode;
  /** What the cross does. */
  cancelLabel: string;
  onCancel: () => void;
}

/** Above the field: what the words will answer, or change. */
export function ComposerContext({
  icon,
  title,
  words,
  picture,
  cancelLabel,
  onCancel,
}: ComposerContextProps) {
  return (
    <div className={styles.root}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      {picture}
      <span className={styles.texts}>
        <span className={styles.title}>{title}</span>
        <span className={styles.words} dir="auto">
          {words}
        </span>
      </span>
      <IconButton label={cancelLabel} icon={<X size={20} />} onClick={onCancel} />
    </div>
  );
}
