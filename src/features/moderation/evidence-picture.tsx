import { useTranslation } from 'react-i18next';
import { useFileUrl } from '../media/use-file-url.ts';
import * as styles from './moderation.css.ts';

/** A picture that a report has kept. */
export function EvidencePicture({ id }: { id: string }) {
  const { t } = useTranslation();
  const { url } = useFileUrl(id, { isLocal: false });
  return url === null ? null : <img className={styles.picture} src={url} alt={t('moderation.pictureLine')} />;
}
