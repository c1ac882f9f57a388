import { useTranslation } from 'react-i18next';
import { Sheet } from '../../components/sheet.tsx';
import * as styles from './shortcuts.css.ts';

const keys = [
  ['Ctrl K', 'shortcuts.jump'],
  ['/', 'shortcuts.search'],
  ['A – Z', 'shortcuts.write'],
  ['Enter', 'shortcuts.send'],
  ['Shift Enter', 'shortcuts.line'],
  ['↑', 'shortcuts.editLast'],
  ['Esc', 'shortcuts.leave'],
  ['↑ ↓', 'shortcuts.rows'],
  ['Shift F10', 'shortcuts.rowMenu'],
  ['Alt ↑ ↓', 'shortcuts.movePinned'],
  ['Tab, ↑ ↓', 'shortcuts.messages'],
  ['@', 'shortcuts.mention'],
  ['?', 'shortcuts.help'],
] as const;

/** What the keyboard can do. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t('shortcuts.title')}
      layout="padded"
    >
      <dl className={styles.list}>
        {keys.map(([key, label]) => (
          <div key={label} className={styles.line}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
