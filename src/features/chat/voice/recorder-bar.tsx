import { ArrowUp, ChevronLeft, ChevronUp, Lock, Mic, Pause, Square, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../components/icon-button.tsx';
import { visuallyHidden } from '../../../theme/mixins.css.ts';
import { clockOf } from '../../media/sounds/clock.ts';
import { drawWaveform, WAVEFORM_HEIGHT, WAVEFORM_WIDTH } from '../../media/sounds/waveform.ts';
import * as styles from './recorder.css.ts';
import type { Recorder } from './use-recorder.ts';

const DRAW_MS = 100;

/**
 * A recording that runs: how long it is, how loud, and what can be done with it. Escape discards, Enter sends, Space pauses and
 * goes on. A finger that holds sees where it may go instead of buttons.
 */
export function RecorderBar({ recorder: { state, tell, elapsedMs, levels } }: { recorder: Recorder }) {
  const { t } = useTranslation();
  const bar = useRef<HTMLFieldSetElement>(null);
  const isHeld = state.phase === 'asking' || state.phase === 'recording' ? state.isHeld : false;
  const isPaused = state.phase === 'paused';
  useEffect(() => bar.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    // A button does what it says.
    const isOfButton = event.target instanceof HTMLButtonElement;
    if (event.key === 'Escape') tell({ kind: 'end', ending: 'discard' });
    else if (event.key === 'Enter' && !isOfButton) tell({ kind: 'end', ending: 'send' });
    else if (event.key === ' ' && !isOfButton) tell({ kind: isPaused ? 'resume' : 'pause' });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const said =
    state.phase === 'asking'
      ? t('voice.asking')
      : isPaused
        ? t('voice.recordingPaused')
        : state.phase === 'ending'
          ? ''
          : t('voice.recording');
  return (
    <fieldset
      ref={bar}
      className={styles.bar}
      tabIndex={-1}
      aria-label={t('voice.recorder')}
      onKeyDown={onKeyDown}
    >
      <span className={visuallyHidden} role="status">
        {said}
      </span>
      {!isHeld && (
        <IconButton
          label={t('voice.discard')}
          icon={<Trash2 size={20} aria-hidden="true" />}
          onClick={() => tell({ kind: 'end', ending: 'discard' })}
        />
      )}
      <span className={styles.light({ isOn: state.phase === 'recording' })} aria-hidden="true" />
      <Elapsed elapsedMs={elapsedMs} levels={levels} isRunning={state.phase === 'recording'} />
      {isHeld ? (
        <>
          <span className={styles.hint}>
            <ChevronLeft size={16} aria-hidden="true" />
            {t('voice.slideToCancel')}
          </span>
          <span className={styles.lock}>
            <Lock size={18} aria-hidden="true" />
            <ChevronUp size={16} aria-hidden="true" />
            <span className={visuallyHidden}>{t('voice.slideToLock')}</span>
          </span>
          <span className={styles.held} aria-hidden="true">
            <Mic size={24} />
          </span>
        </>
      ) : (
        <>
          <IconButton
            label={isPaused ? t('voice.resumeRecording') : t('voice.pauseRecording')}
            icon={isPaused ? <Mic size={20} aria-hidden="true" /> : <Pause size={20} aria-hidden="true" />}
            disabled={state.phase !== 'recording' && state.phase !== 'paused'}
            onClick={() => tell({ kind: isPaused ? 'resume' : 'pause' })}
          />
          <IconButton
            label={t('voice.stop')}
            icon={<Square size={18} fill="currentColor" aria-hidden="true" />}
            disabled={state.phase !== 'recording' && state.phase !== 'paused'}
            onClick={() => tell({ kind: 'end', ending: 'keep' })}
          />
          <IconButton
            label={t('chat.send')}
            variant="solid"
            icon={<ArrowUp size={24} strokeWidth={2.5} aria-hidden="true" />}
            disabled={state.phase !== 'recording' && state.phase !== 'paused'}
            onClick={() => tell({ kind: 'end', ending: 'send' })}
          />
        </>
      )}
    </fieldset>
  );
}

/** Drawn by itself, ten times a second: the rest of the chat is not. */
function Elapsed({
  elapsedMs,
  levels,
  isRunning,
}: Pick<Recorder, 'elapsedMs' | 'levels'> & { isRunning: boolean }) {
  const [ms, setMs] = useState(elapsedMs);
  useEffect(() => {
    setMs(elapsedMs());
    if (!isRunning) return;
    const timer = setInterval(() => setMs(elapsedMs()), DRAW_MS);
    return () => clearInterval(timer);
  }, [elapsedMs, isRunning]);
  return (
    <>
      <span className={styles.time} role="timer">
        {clockOf(Math.floor(ms / 1_000) * 1_000)}
      </span>
      <span className={styles.levels} aria-hidden="true">
        <svg
          className={styles.bars}
          aria-hidden="true"
          preserveAspectRatio="xMaxYMid slice"
          viewBox={`0 0 ${WAVEFORM_WIDTH} ${WAVEFORM_HEIGHT}`}
        >
          <path d={drawWaveform(levels().map(Math.sqrt))} />
        </svg>
      </span>
    </>
  );
}
