import { LIMITS, type Voice } from '../../../../protocol/index.ts';
import { writeWaveform } from '../../media/sounds/waveform.ts';
import type { MicrophoneProblem } from './recorder-state.ts';

/** A minute of speech in Opus takes 180 kB at this rate. */
const BITS_PER_SECOND = 24_000;
/** So much is lost when the battery dies. */
const PART_MS = 1_000;
const STOP_MAX_MS = 2_000;
const LEVEL_MS = 50;

/** What a browser offers, the smallest first; the server passes each. */
const FORMATS = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=opus', 'audio/mp4'];

const WANTED: MediaStreamConstraints = {
  audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  video: false,
};

const problemOf = async (error: unknown): Promise<MicrophoneProblem> => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy';
  if (name !== 'NotAllowedError') return 'none';
  // Only the permission itself tells a no from a question that was closed.
  const permission = await navigator.permissions.query({ name: 'microphone' }).catch(() => null);
  return permission?.state === 'prompt' ? 'dismissed' : 'denied';
};

export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
  readonly problem: MicrophoneProblem;
  constructor(problem: MicrophoneProblem, options?: ErrorOptions) {
    super(`No microphone: ${problem}`, options);
    this.problem = problem;
  }
}

export type MicrophoneHandlers = {
  /** What was recorded since the last call, and the length and waveform of all of it. */
  onPart(part: Blob, voice: Voice): void;
  /** How loud it is now, from 0 to 1. */
  onLevel(level: number): void;
  /** A call has taken the microphone for a while. */
  onInterrupted(): void;
  onLost(): void;
};

export type Microphone = {
  readonly mime: string;
  pause(): void;
  resume(): void;
  /** Resolves when the last part has been handed over. */
  stop(): Promise<void>;
};

/** Opens the microphone and records until it is stopped. @throws MicrophoneError */
export const openMicrophone = async (
  handlers: MicrophoneHandlers,
  recordedMs: () => number,
): Promise<Microphone> => {
  let stream: MediaStream;
  try {
    // Without a secure context there are no media devices at all.
    if (!navigator.mediaDevices) throw new DOMException('No media devices', 'NotFoundError');
    stream = await navigator.mediaDevices.getUserMedia(WANTED);
  } catch (error) {
    throw new MicrophoneError(await problemOf(error), { cause: error });
  }
  try {
    return recordFrom(stream, handlers, recordedMs);
  } catch (error) {
    end(stream);
    throw new MicrophoneError(await problemOf(error), { cause: error });
  }
};

/** Without it the browser goes on saying that somebody listens. */
const end = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

const recordFrom = (
  stream: MediaStream,
  handlers: MicrophoneHandlers,
  recordedMs: () => number,
): Microphone => {
  const [track] = stream.getAudioTracks();
  const format = FORMATS.find((one) => MediaRecorder.isTypeSupported(one));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_PER_SECOND,
    ...(format === undefined ? {} : { mimeType: format }),
  });
  const meter = openMeter(stream);
  try {
    recorder.start(PART_MS);
  } catch (error) {
    meter.close();
    throw error;
  }
  const levels: number[] = [];
  const timer = setInterval(() => {
    if (recorder.state !== 'recording') return;
    const level = meter.level();
    levels.push(level);
    handlers.onLevel(level);
  }, LEVEL_MS);
  recorder.addEventListener('dataavailable', ({ data }) => {
    const durationMs = Math.min(LIMITS.voiceMsMax, Math.max(1, Math.round(recordedMs())));
    handlers.onPart(data, { durationMs, waveform: writeWaveform(levels) });
  });
  recorder.addEventListener('error', () => handlers.onLost());
  track?.addEventListener('ended', () => handlers.onLost());
  track?.addEventListener('mute', () => handlers.onInterrupted());
  const stopped = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()));
  return {
    mime: (recorder.mimeType || format || 'audio/webm').split(';', 1)[0] ?? 'audio/webm',
    pause: () => recorder.state === 'recording' && recorder.pause(),
    resume: () => recorder.state === 'paused' && recorder.resume(),
    async stop() {
      clearInterval(timer);
      try {
        if (recorder.state !== 'inactive') {
          recorder.stop();
          // A browser that has lost its recorder does not say that it has stopped.
          const tooLong = new Promise<void>((resolve) => setTimeout(resolve, STOP_MAX_MS));
          await Promise.race([stopped, tooLong]);
        }
      } finally {
        end(stream);
        meter.close();
      }
    },
  };
};

const openMeter = (stream: MediaStream): { level(): number; close(): void } => {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      let square = 0;
      for (const sample of samples) square += sample * sample;
      return Math.min(1, Math.sqrt(square / samples.length) * 2);
    },
    close: () => void context.close().catch(() => undefined),
  };
};
