import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { clockOf } from './clock.ts';
import * as styles from './sounds.css.ts';
import { drawWaveform, readWaveform, WAVEFORM_HEIGHT, WAVEFORM_WIDTH } from './waveform.ts';

interface ScrubberProps {
  /** Undefined draws a line. */
  waveform: string | undefined;
  positionMs: number;
  durationMs: number | null;
  isDisabled: boolean;
  onSeek: (positionMs: number) => void;
}

/** Where a sound stands, over its waveform: pulled by a finger, moved by arrow keys, told to screen readers. */
export function Scrubber({ waveform, positionMs, durationMs, isDisabled, onSeek }: ScrubberProps) {
  const { t } = useTranslation();
  const path = useMemo(() => drawWaveform(waveform === undefined ? [] : readWaveform(waveform)), [waveform]);
  const most = Math.max(1, durationMs ?? 1);
  const share = Math.min(1, positionMs / most);
  const line = `M0 ${WAVEFORM_HEIGHT / 2 - 1}h${WAVEFORM_WIDTH}v2h-${WAVEFORM_WIDTH}z`;
  const drawn = waveform === undefined ? line : path;
  return (
    <div className={`${styles.track} ${styles.trackFocus}`}>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${WAVEFORM_WIDTH} ${WAVEFORM_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={drawn} />
      </svg>
      <svg
        className={styles.barsPlayed}
        viewBox={`0 0 ${WAVEFORM_WIDTH} ${WAVEFORM_HEIGHT}`}
        preserveAspectRatio="none"
        style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }}
        aria-hidden="true"
      >
        <path d={drawn} />
      </svg>
      <input
        className={styles.slider}
        type="range"
        min={0}
        max={most}
        step={Math.min(1_000, Math.max(100, Math.round(most / 100)))}
        value={Math.min(most, Math.round(positionMs))}
        disabled={isDisabled}
        aria-label={t('voice.position')}
        aria-valuetext={t('voice.positionOf', { position: clockOf(positionMs), length: clockOf(most) })}
        onChange={(event) => onSeek(Number(event.target.value))}
        onPointerDown={(event) => event.stopPropagation()}
        onTouchStart={(event) => event.stopPropagation()}
      />
    </div>
  );
}
