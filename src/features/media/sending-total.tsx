import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../app/device-storage.ts';
import { useExternalValue } from '../../app/use-observable.ts';
import { useEngine } from '../../session/services.tsx';
import * as styles from './media.css.ts';
import type { ShownMedia } from './shown-media.ts';

/** How much of several pictures has gone, all together: their own tiles have no room for it. */
export function SendingTotal({ shown }: { shown: readonly ShownMedia[] }) {
  const { i18n, t } = useTranslation();
  const { files } = useEngine();
  const own = shown.flatMap(({ upload }) => (upload === undefined ? [] : [upload]));
  const size = own.reduce((sum, upload) => sum + upload.size, 0);
  const sent = useExternalValue(files.progress, () => {
    const going = own.filter(({ id }) => files.progress.value.has(id));
    if (going.length === 0) return null;
    return own.reduce(
      (sum, upload) =>
        sum + (upload.state === 'done' ? upload.size : (files.progress.value.get(upload.id) ?? 0)),
      0,
    );
  });
  if (sent === null || size === 0) return null;
  const percent = Math.round((100 * Math.min(sent, size)) / size);
  return (
    <span className={styles.total}>
      {t('media.sent', { percent, size: formatBytes(i18n.language, size) })}
    </span>
  );
}
