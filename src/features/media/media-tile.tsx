import { CircleAlert, Download, ImageOff, Pause, Play, RotateCw } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HEIC, isRefusedForGood } from '../../../sync/index.ts';
import { formatBytes } from '../../app/device-storage.ts';
import { useErrorText } from '../../app/error-text.ts';
import { ProgressRing } from '../../components/progress-ring.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useUploadProgress } from '../../queries/uploads.ts';
import { useEngine } from '../../session/services.tsx';
import { visuallyHidden } from '../../theme/mixins.css.ts';
import { BlurCanvas } from './blur-canvas.tsx';
import { useIsSavingData } from './data-saver.ts';
import { FilmFrame } from './film-frame.tsx';
import { useConversion } from './films/conversions.ts';
import * as styles from './media.css.ts';
import { isTakenBack, isTower, type ShownMedia } from './shown-media.ts';
import { clockOf } from './sounds/clock.ts';
import { StillPicture } from './still-picture.tsx';
import { useFileUrl } from './use-file-url.ts';
import { useTryAgain } from './use-try-again.ts';

interface MediaTileProps {
  shown: ShownMedia;
  width: number;
  onOpen: () => void;
}

/** A picture or a video's still, at the size that it will have before its first byte has come. */
export function MediaTile({ shown, width, onOpen }: MediaTileProps) {
  const { t, i18n } = useTranslation();
  const { media, isLocal, isThere } = shown;
  const isSaving = useIsSavingData();
  const [isAsked, setIsAsked] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const isWanted = isThere && (isLocal || !isSaving || isAsked);
  const pictureId = media.kind === 'video' ? media.posterId : media.id;
  // One's own HEIC, until it is converted.
  const isUnconverted = isLocal && shown.upload?.mime === HEIC;
  const { url, isGone } = useFileUrl(pictureId, {
    width,
    isLocal: media.kind === 'video' ? shown.isPosterLocal : isLocal,
    isWanted,
    attempt: attempt + (isUnconverted ? 0 : 1),
  });
  const isBroken = isGone || hasFailed;
  // One's own TIFF, until the server has drawn it.
  const isUndrawn = isUnconverted || (isLocal && shown.upload?.mime === 'image/tiff');
  const tryAgain = useCallback(() => {
    setHasFailed(false);
    setAttempt((before) => before + 1);
  }, []);
  useTryAgain(isBroken, tryAgain);
  const [wasUnconverted, setWasUnconverted] = useState(isUnconverted);
  if (wasUnconverted !== isUnconverted) {
    setWasUnconverted(isUnconverted);
    setHasFailed(false);
  }

  const press = () => {
    if (!isWanted && isThere) return setIsAsked(true);
    if (isBroken && media.kind === 'image') return tryAgain();
    if (isThere) onOpen();
  };
  const isVideo = media.kind === 'video';
  const label = media.alt ?? t(isVideo ? 'media.video' : 'media.picture');
  const missing = isTakenBack(media)
    ? t(isVideo ? 'media.videoGone' : 'media.pictureGone')
    : media.state === 'withdrawn'
      ? t(isVideo ? 'media.videoWithdrawn' : 'media.pictureWithdrawn')
      : t(isVideo ? 'media.videoComing' : 'media.pictureComing');
  return (
    <div className={styles.tile}>
      <button
        type="button"
        className={styles.tileButton}
        aria-label={isThere ? label : missing}
        disabled={!isThere}
        onClick={press}
      >
        <BlurCanvas hash={media.blurhash} />
        {isVideo && isLocal && media.posterId === null && (
          <FilmFrame id={media.id} className={styles.frame} />
        )}
        {url !== null && !hasFailed && (
          <StillPicture
            key={attempt}
            className={isTower(media) ? styles.pictureTop : styles.picture}
            isLoaded={isLoaded}
            src={url}
            onLoad={() => setIsLoaded(true)}
            onError={() => setHasFailed(true)}
          />
        )}
        {!isThere && <span className={styles.badgeLine}>{missing}</span>}
        {isThere && !isWanted && (
          <span className={styles.badgeLine}>
            <Download size={16} aria-hidden="true" />
            {media.size === null ? t('media.tapToLoad') : formatBytes(i18n.language, media.size)}
          </span>
        )}
        {isBroken && media.kind === 'image' && !isUndrawn && (
          <span className={styles.badgeLine}>
            <ImageOff size={16} aria-hidden="true" />
            {t('media.notDownloaded')}
          </span>
        )}
        {isVideo && isThere && (
          <span className={styles.playDisc} aria-hidden="true">
            <Play size={26} fill="currentColor" />
          </span>
        )}
      </button>
      {isVideo && isThere && media.durationMs !== undefined && (
        <span className={styles.duration}>
          <span className={visuallyHidden}>{t('media.video')}, </span>
          {clockOf(media.durationMs)}
        </span>
      )}
      <SendingState shown={shown} />
    </div>
  );
}

/** What one's own upload is doing, with its hand: a ring while it is sent, pause, go on, and why it cannot. */
function SendingState({ shown: { upload } }: { shown: ShownMedia }) {
  const { t, i18n } = useTranslation();
  const engine = useEngine();
  const errorText = useErrorText();
  const progress = useUploadProgress(upload?.id ?? '', upload?.size ?? 0);
  const percent = useConversion(upload?.id ?? null);
  if (!upload || upload.state === 'done' || upload.state === 'held') return null;
  if (upload.state === 'failed') {
    return (
      <span className={styles.sendingFailed} title={errorText(upload.error)}>
        <CircleAlert className={styles.failedSign} size={18} aria-hidden="true" />
        <span className={styles.failedText}>{errorText(upload.error)}</span>
        {!isRefusedForGood(upload) && (
          <button
            type="button"
            className={styles.sendingButton}
            aria-label={t('action.retry')}
            title={t('action.retry')}
            onClick={() => void engine.files.resume(upload.id)}
          >
            <RotateCw size={18} aria-hidden="true" />
          </button>
        )}
      </span>
    );
  }
  const isPaused = upload.state === 'paused';
  const isPreparing = upload.preparing !== undefined && upload.preparing !== 'still';
  return (
    <span className={styles.sending}>
      <button
        type="button"
        className={styles.sendingButton}
        aria-label={isPaused ? t('media.resume') : t('media.pause')}
        title={isPaused ? t('media.resume') : t('media.pause')}
        onClick={() => void (isPaused ? engine.files.resume(upload.id) : engine.files.pause(upload.id))}
      >
        {isPaused ? (
          <Play size={16} aria-hidden="true" />
        ) : progress === null ? (
          <Spinner />
        ) : (
          <ProgressRing share={progress}>
            <Pause size={16} aria-hidden="true" />
          </ProgressRing>
        )}
      </button>
      <span
        className={
          progress === null && percent === null && !upload.isWifiOnly ? visuallyHidden : styles.sendingText
        }
      >
        {upload.isWifiOnly && !isPaused
          ? t('media.waitsForWifi')
          : isPreparing && !isPaused
            ? percent === null
              ? t('media.preparing')
              : t('media.converting', { percent })
            : progress === null
              ? t(isPaused ? 'media.paused' : 'media.waiting')
              : t('media.sent', {
                  percent: Math.round(progress * 100),
                  size: formatBytes(i18n.language, upload.size),
                })}
      </span>
      {progress !== null && (
        <progress className={visuallyHidden} value={progress} max={1} aria-label={t('media.sending')} />
      )}
    </span>
  );
}
