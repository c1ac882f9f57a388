import { Download, Headphones, Mic, Music, Pause, Play, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { shownName } from '../../../../protocol/index.ts';
import { isRefusedForGood } from '../../../../sync/index.ts';
import { formatBytes } from '../../../app/device-storage.ts';
import { Spinner } from '../../../components/spinner.tsx';
import { useEngine, useServices } from '../../../session/services.tsx';
import { visuallyHidden } from '../../../theme/mixins.css.ts';
import { useFileState } from '../file-state.ts';
import { saveFile } from '../save-file.ts';
import type { ShownMedia } from '../shown-media.ts';
import { clockOf } from './clock.ts';
import { RateButton } from './rate-button.tsx';
import { Scrubber } from './scrubber.tsx';
import { useHeardHere } from './sound-memory.ts';
import type { SoundOrigin } from './sound-origin.ts';
import * as styles from './sounds.css.ts';
import { usePlaybackOf, useSoundPlayer } from './use-player.ts';

interface SoundRowProps {
  shown: ShownMedia;
  origin: SoundOrigin | undefined;
}

/** A voice message, or another sound: played where it stands, and on while one reads elsewhere. */
export function SoundRow({ shown, origin }: SoundRowProps) {
  const { t, i18n } = useTranslation();
  const engine = useEngine();
  const { api, session, toaster } = useServices();
  const player = useSoundPlayer();
  const { media, upload, isLocal, isThere } = shown;
  const playback = usePlaybackOf(player, media.id);
  const { words } = useFileState(shown);
  const heardHere = useHeardHere();
  const isVoice = media.waveform !== undefined;
  const name = isVoice ? t('voice.message') : shownName(media.name ?? '') || t('media.file');
  const durationMs = playback?.durationMs ?? media.durationMs ?? null;
  const positionMs = playback?.positionMs ?? 0;
  const isPlaying = playback?.isPlaying ?? false;
  const isUnheard =
    isVoice &&
    origin?.isOwn === false &&
    !origin.isHeard &&
    heardHere !== undefined &&
    !heardHere.includes(media.id);
  const press = (): void => {
    if (isPlaying) {
      player.pause();
      return;
    }
    const title = isVoice ? origin?.senderName || name : name;
    const place = origin && { chatId: origin.chatId, messageId: origin.messageId };
    void player.play({ id: media.id, title, durationMs, isVoice, place: place ?? null });
  };
  const save = async (): Promise<void> => {
    const isSaved = await saveFile({ engine, api, session, id: media.id, name, isLocal });
    if (!isSaved) toaster.show({ message: t('media.notDownloaded'), variant: 'error' });
  };
  const problem =
    playback?.problem === 'away'
      ? t('media.notDownloaded')
      : playback?.problem === 'unplayable'
        ? t('voice.unplayable')
        : null;
  const time =
    durationMs === null
      ? media.size === null
        ? ''
        : formatBytes(i18n.language, media.size)
      : positionMs > 0
        ? `${clockOf(positionMs)} / ${clockOf(durationMs)}`
        : clockOf(durationMs);
  const label = isPlaying ? t('voice.pause') : t('voice.play');
  const mayRetry = upload?.state === 'failed' && !isRefusedForGood(upload);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of form fields is what a fieldset is for, and this is none.
    <div
      className={styles.row}
      role="group"
      aria-label={durationMs === null ? name : `${name}, ${clockOf(durationMs)}`}
    >
      <button
        type="button"
        className={styles.play}
        aria-label={label}
        title={label}
        disabled={!isThere}
        aria-busy={playback?.isLoading}
        onClick={press}
      >
        {playback?.isLoading ? (
          <Spinner />
        ) : isPlaying ? (
          <Pause size={22} fill="currentColor" aria-hidden="true" />
        ) : (
          <Play size={22} fill="currentColor" aria-hidden="true" />
        )}
      </button>
      <div className={styles.middle}>
        {!isVoice && (
          <span className={styles.name} dir="auto">
            {name}
          </span>
        )}
        <Scrubber
          waveform={media.waveform}
          positionMs={positionMs}
          durationMs={durationMs}
          isDisabled={playback === null || playback.isLoading}
          onSeek={player.seek}
        />
        <span className={styles.line}>
          {isVoice ? <Mic size={12} aria-hidden="true" /> : <Music size={12} aria-hidden="true" />}
          {isUnheard && (
            <>
              <span className={styles.dot} aria-hidden="true" />
              <span className={visuallyHidden}>{t('voice.unheard')}</span>
            </>
          )}
          {isVoice && origin?.isOwn && origin.listeners !== null && (
            <span title={t('voice.listenedBy', { names: origin.listeners })}>
              <Headphones size={12} aria-hidden="true" />
              <span className={visuallyHidden}>{t('voice.listenedBy', { names: origin.listeners })}</span>
            </span>
          )}
          <span>{problem ?? words ?? time}</span>
        </span>
      </div>
      {mayRetry ? (
        <button
          type="button"
          className={styles.rate}
          aria-label={t('action.retry')}
          title={t('action.retry')}
          onClick={() => void engine.files.resume(media.id)}
        >
          <RotateCw size={18} aria-hidden="true" />
        </button>
      ) : playback !== null ? (
        <RateButton rate={playback.rate} onPress={player.nextRate} />
      ) : !isVoice && isThere ? (
        <button
          type="button"
          className={styles.rate}
          aria-label={t('media.save')}
          title={t('media.save')}
          onClick={() => void save()}
        >
          <Download size={18} aria-hidden="true" />
        </button>
      ) : (
        <span />
      )}
    </div>
  );
}
