import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS, ProtocolError, type Voice } from '../../../../protocol/index.ts';
import type { Recording } from '../../../../sync/index.ts';
import { useErrorText } from '../../../app/error-text.ts';
import { reportFault } from '../../../app/faults.ts';
import { pauseRequests } from '../../../app/now-playing.ts';
import { useHoldUpdate } from '../../../app/use-hold-update.ts';
import { haptic } from '../../../components/haptics.ts';
import { useServices } from '../../../session/services.tsx';
import type { Attachments } from '../../media/use-attachments.ts';
import type { Microphone } from './microphone.ts';
import {
  IDLE,
  type MicrophoneProblem,
  type RecorderEvent,
  type RecorderState,
  recordedMs,
  recorderAfter,
} from './recorder-state.ts';

export type Recorder = {
  readonly state: RecorderState;
  readonly tell: (event: RecorderEvent) => void;
  /** The length by now. */
  readonly elapsedMs: () => number;
  /** How loud it was in the last moments, the newest last. */
  readonly levels: () => readonly number[];
};

const SHOWN_LEVELS = LIMITS.waveformPeaks;
const TICK_MS = 250;

const loadMicrophone = () => import('./microphone.ts');

/** Where a press finds the microphone's code: fetched before, from the cache, so that no word is lost. */
export const warmMicrophone = (): void => void loadMicrophone().catch(() => undefined);

/**
 * Records a voice message into the tray of a composer. The recording grows on the device: what was said is kept when the page
 * ends, the microphone goes or the screen is left, as a draft of the chat.
 * @param onSend the recording is in the tray, or will be in a moment, and is to be sent
 */
export function useRecorder({ record, recorded }: Attachments, onSend: () => void): Recorder {
  const { t } = useTranslation();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const [state, setState] = useState<RecorderState>(IDLE);
  useHoldUpdate(state.phase !== 'idle');
  const now = useRef<RecorderState>(IDLE);
  const microphone = useRef<Microphone | null>(null);
  const stored = useRef<{ recording: Promise<Recording>; voice: Voice | null } | null>(null);
  const levels = useRef<number[]>([]);
  /** The length of what has ended and is still being stored. */
  const endedMs = useRef(0);
  const sending = useRef(onSend);
  sending.current = onSend;

  const sayProblem = useCallback(
    (problem: MicrophoneProblem) => {
      const words = {
        denied: t('permission.denied'),
        dismissed: t('permission.dismissed'),
        busy: t('voice.busy'),
        none: t('voice.none'),
      } as const;
      toaster.show({ message: words[problem], variant: 'error' });
    },
    [t, toaster],
  );
  const tellRef = useRef<(event: RecorderEvent) => void>(() => undefined);

  const begin = useCallback(async () => {
    pauseRequests.next();
    for (const film of document.querySelectorAll('video')) film.pause();
    // The last part comes when the recording has ended.
    let lengthMs = 0;
    const lengthNow = (): number => {
      lengthMs = Math.max(lengthMs, recordedMs(now.current, performance.now()), endedMs.current);
      return lengthMs;
    };
    endedMs.current = 0;
    levels.current = Array.from({ length: SHOWN_LEVELS }, () => 0);
    stored.current = null;
    const parts: [Blob, Voice][] = [];
    /** On a full disk: what is there already is kept. */
    const store = async (part: Blob, voice: Voice): Promise<void> => {
      const held = stored.current;
      if (held === null) return;
      try {
        await (await held.recording).append(part, voice);
        held.voice = voice;
      } catch (error) {
        if (error instanceof ProtocolError && error.kind !== 'not_found')
          toaster.show({ message: errorText(error.detail), variant: 'error' });
        tellRef.current({ kind: 'lost' });
      }
    };
    try {
      const { openMicrophone } = await loadMicrophone();
      const opened = await openMicrophone(
        {
          onPart: (part, voice) =>
            stored.current ? void store(part, voice) : void parts.push([part, voice]),
          onLevel: (level) => {
            levels.current = [...levels.current.slice(1 - SHOWN_LEVELS), level];
          },
          onInterrupted: () => tellRef.current({ kind: 'interrupted' }),
          onLost: () => tellRef.current({ kind: 'lost' }),
        },
        lengthNow,
      );
      // Given up while the browser was asking.
      if (now.current.phase !== 'asking') return void opened.stop();
      microphone.current = opened;
      tellRef.current({ kind: 'granted' });
      haptic('medium');
      stored.current = { recording: record(opened.mime), voice: null };
      await stored.current.recording;
      for (const [part, voice] of parts) await store(part, voice);
    } catch (error) {
      const problem =
        error instanceof Error && 'problem' in error && error.name === 'MicrophoneError'
          ? error.problem
          : null;
      if (problem === 'denied' || problem === 'dismissed' || problem === 'busy' || problem === 'none')
        sayProblem(problem);
      else if (error instanceof ProtocolError)
        toaster.show({ message: errorText(error.detail), variant: 'error' });
      else {
        sayProblem('none');
        reportFault(error);
      }
      tellRef.current(
        now.current.phase === 'asking' ? { kind: 'refused' } : { kind: 'end', ending: 'discard' },
      );
    }
  }, [errorText, record, sayProblem, toaster]);

  const finish = useCallback(
    async (ending: 'send' | 'keep' | 'discard', lengthMs: number) => {
      const [open, held] = [microphone.current, stored.current];
      microphone.current = null;
      // In the frame of the release: the tray sends as soon as the last part lies in it.
      if (ending === 'send') sending.current();
      await open?.stop();
      const recording = await held?.recording.catch(() => null);
      if (held && recording) {
        // After all parts that were handed over by now.
        await recording.append(new Blob(), { durationMs: 1, waveform: '' });
        const voice = held.voice && { ...held.voice, durationMs: Math.max(1, Math.round(lengthMs)) };
        recorded(recording.id, ending === 'discard' ? null : voice);
      }
      stored.current = null;
      tellRef.current({ kind: 'done' });
    },
    [recorded],
  );

  const tell = useCallback(
    (event: RecorderEvent) => {
      const at = performance.now();
      const before = now.current;
      const next = recorderAfter(before, event, at);
      if (next === before) return;
      now.current = next;
      setState(next);
      if (next.phase === 'asking' && before.phase === 'idle') void begin();
      if (next.phase === 'paused' && before.phase === 'recording') microphone.current?.pause();
      if (next.phase === 'recording' && before.phase === 'paused') microphone.current?.resume();
      if (next.phase === 'ending') {
        endedMs.current = recordedMs(before, at);
        if (next.ending !== 'send') haptic('light');
        void finish(next.ending, recordedMs(before, at)).catch(reportFault);
      }
    },
    [begin, finish],
  );
  tellRef.current = tell;

  const isOn = state.phase === 'recording' || state.phase === 'paused';
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => tell({ kind: 'tick' }), TICK_MS);
    return () => clearInterval(timer);
  }, [isOn, tell]);
  // Who leaves the chat keeps what was said.
  useEffect(() => () => tellRef.current({ kind: 'lost' }), []);

  return useMemo(
    () => ({
      state,
      tell,
      elapsedMs: () => recordedMs(now.current, performance.now()),
      levels: () => levels.current,
    }),
    [state, tell],
  );
}
