import { Pause, Play, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../components/icon-button.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { clockOf } from './clock.ts';
import { RateButton } from './rate-button.tsx';
import { Scrubber } from './scrubber.tsx';
import * as styles from './sounds.css.ts';
import { usePlayback, useSoundPlayer } from './use-player.ts';

/** What plays, above every screen, while one reads elsewhere. */
export function MiniPlayer() {
  const { t } = useTranslation();
  const player = useSoundPlayer();
  const { sound, isPlaying, isLoading, positionMs, durationMs, rate, problem } = usePlayback(player);
  // It stands as long as the member is signed in.
  useEffect(() => () => player.close(), [player]);
  if (sound === null) return null;
  const press = (): void => (isPlaying ? player.pause() : void player.play(sound));
  const time = durationMs === null ? clockOf(positionMs) : `${clockOf(positionMs)} / ${clockOf(durationMs)}`;
  const said =
    problem === 'away' ? t('media.notDownloaded') : problem === 'unplayable' ? t('voice.unplayable') : time;
  return (
    <section className={styles.mini} aria-label={t('voice.player')}>
      <IconButton
        label={isPlaying ? t('voice.pause') : t('voice.play')}
        icon={
          isLoading ? (
            <Spinner />
          ) : isPlaying ? (
            <Pause size={20} fill="currentColor" aria-hidden="true" />
          ) : (
            <Play size={20} fill="currentColor" aria-hidden="true" />
          )
        }
        onClick={press}
      />
      <div className={styles.miniText}>
        <span className={styles.miniName} dir="auto">
          {sound.title}
        </span>
        <span className={styles.miniTime}>{said}</span>
      </div>
      <div className={styles.miniBar}>
        <Scrubber
          waveform={undefined}
          positionMs={positionMs}
          durationMs={durationMs}
          isDisabled={isLoading}
          onSeek={player.seek}
        />
      </div>
      <RateButton rate={rate} onPress={player.nextRate} />
      <IconButton label={t('voice.close')} icon={<X size={20} aria-hidden="true" />} onClick={player.close} />
    </section>
  );
}
