import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { filePath, type Media } from '../../../protocol/index.ts';
import { useServices } from '../../session/services.tsx';
import { BlurCanvas } from '../media/blur-canvas.tsx';
import * as styles from './strangers.css.ts';

/**
 * A picture that is not even fetched until it is tapped. It is fetched by the page and not by an element, so that the
 * worker's cache keeps nothing of a stranger.
 */
export function StrangerPicture({ media, isOpened }: { media: Media; isOpened: boolean }) {
  const { t } = useTranslation();
  const { api, session } = useServices();
  const [isWanted, setIsWanted] = useState(isOpened);
  const [url, setUrl] = useState<string | null>(null);
  const [isGone, setIsGone] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    let made: string | null = null;
    const options = { cache: 'no-store', signal: stop.signal } as const;
    void api.fileBytes(session.token(), filePath(media.id), options).then((bytes) => {
      if (stop.signal.aborted) return;
      if (bytes === null) return setIsGone(true);
      made = URL.createObjectURL(bytes);
      setUrl(made);
    });
    return () => {
      stop.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [api, isWanted, media.id, session]);
  if (url !== null) return <img className={styles.picture} src={url} alt={t('strangers.picture')} />;
  return (
    <button type="button" className={styles.veil} onClick={() => setIsWanted(true)}>
      <BlurCanvas hash={media.blurhash} />
      <span className={styles.veilText}>
        {t(isGone ? 'strangers.pictureGone' : 'strangers.pictureHidden')}
      </span>
    </button>
  );
}
