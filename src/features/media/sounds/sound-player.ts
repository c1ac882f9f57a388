import { BehaviorSubject } from 'rxjs';
import type { StateObservable } from '../../../../sync/index.ts';

/** Something that can be heard, and where it stands. */
export type Sound = {
  /** Of its file. */
  readonly id: string;
  /** Who says it, or what it is called. */
  readonly title: string;
  readonly durationMs: number | null;
  readonly isVoice: boolean;
  /** The message that carries it: what comes after it in its chat is played next. */
  readonly place: { readonly chatId: string; readonly messageId: string } | null;
};

export type Playback = {
  readonly sound: Sound | null;
  /** It plays, or will as soon as its bytes are there. */
  readonly isPlaying: boolean;
  readonly isLoading: boolean;
  readonly positionMs: number;
  readonly durationMs: number | null;
  readonly rate: number;
  /** `away`: its bytes are not on this device and cannot be had now. `unplayable`: this browser cannot play them. */
  readonly problem: 'away' | 'unplayable' | null;
};

const RATES: readonly number[] = [1, 1.5, 2];

/** What the player uses of an `<audio>` element. */
export type SoundElement = Pick<
  HTMLAudioElement,
  | 'src'
  | 'currentTime'
  | 'duration'
  | 'playbackRate'
  | 'play'
  | 'pause'
  | 'addEventListener'
  | 'removeAttribute'
>;

export type SoundSource = { readonly url: string; release(): void };

export type SoundPorts = {
  /** Null: the bytes cannot be had now. */
  open(sound: Sound, signal: AbortSignal): Promise<SoundSource | null>;
  /** What is played after it by itself. */
  next(sound: Sound): Promise<Sound | null>;
  /** Where it was left, in milliseconds. */
  recall(sound: Sound): Promise<number>;
  /** 0: it was heard to its end. */
  remember(sound: Sound, positionMs: number): void;
  /** Somebody hears it. */
  onHeard(sound: Sound): void;
  rememberRate(rate: number): void;
};

/** The one thing that plays. */
export type SoundPlayer = {
  readonly state: StateObservable<Playback>;
  /** Begins or goes on where it was left. */
  play(sound: Sound): Promise<void>;
  pause(): void;
  /** Of what plays, or was paused. */
  seek(positionMs: number): void;
  setRate(rate: number): void;
  nextRate(): void;
  /** Stops, and shows nothing more. */
  close(): void;
};

const NOTHING: Omit<Playback, 'rate'> = {
  ...{ sound: null, isPlaying: false, isLoading: false },
  ...{ positionMs: 0, durationMs: null, problem: null },
};
/** Who stopped this near to the end has heard it. */
const END_MS = 800;

export const createSoundPlayer = (element: SoundElement, ports: SoundPorts): SoundPlayer => {
  const state = new BehaviorSubject<Playback>({ ...NOTHING, rate: 1 });
  const change = (to: Partial<Playback>): void => state.next({ ...state.value, ...to });
  let source: SoundSource | null = null;
  let opening: AbortController | null = null;

  /** A recording that was not finished does not say how long it is. */
  const lengthOf = ({ durationMs }: Sound): number | null =>
    Number.isFinite(element.duration) && element.duration > 0
      ? Math.round(element.duration * 1_000)
      : durationMs;

  const leave = (): void => {
    const { sound, positionMs, durationMs } = state.value;
    opening?.abort();
    opening = null;
    // Until it is loaded the place is not known, and the one that was kept stays.
    if (sound === null || source === null) return;
    const isOver = durationMs !== null && positionMs > durationMs - END_MS;
    ports.remember(sound, isOver ? 0 : Math.round(positionMs));
  };
  const release = (): void => {
    element.pause();
    element.removeAttribute('src');
    source?.release();
    source = null;
  };
  const start = async (sound: Sound): Promise<void> => {
    element.playbackRate = state.value.rate;
    try {
      await element.play();
      if (state.value.sound?.id === sound.id) ports.onHeard(sound);
    } catch (error) {
      if (state.value.sound?.id !== sound.id) return;
      const isStopped = error instanceof DOMException && error.name === 'AbortError';
      const isUnasked = error instanceof DOMException && error.name === 'NotAllowedError';
      if (isStopped) return;
      change({ isPlaying: false, ...(isUnasked ? {} : { problem: 'unplayable' as const }) });
    }
  };

  const play = async (sound: Sound): Promise<void> => {
    if (state.value.sound?.id === sound.id && source !== null) {
      change({ isPlaying: true, problem: null });
      return start(sound);
    }
    leave();
    release();
    const { rate } = state.value;
    const open = new AbortController();
    opening = open;
    state.next({ ...NOTHING, sound, rate, isPlaying: true, isLoading: true, durationMs: sound.durationMs });
    const [positionMs, found] = await Promise.all([
      ports.recall(sound).catch(() => 0),
      ports.open(sound, open.signal).catch(() => null),
    ]);
    if (open.signal.aborted) return found?.release();
    opening = null;
    if (found === null) return change({ isPlaying: false, isLoading: false, problem: 'away' });
    source = found;
    element.src = found.url;
    if (positionMs > 0) element.currentTime = positionMs / 1_000;
    const isWanted = state.value.isPlaying;
    change({ isLoading: false, positionMs });
    if (isWanted) await start(sound);
  };

  const pause = (): void => {
    element.pause();
    const { sound, positionMs } = state.value;
    change({ isPlaying: false });
    if (sound !== null && source !== null) ports.remember(sound, Math.round(positionMs));
  };

  element.addEventListener('timeupdate', () => {
    if (source !== null) change({ positionMs: Math.round(element.currentTime * 1_000) });
  });
  element.addEventListener('durationchange', () => {
    const { sound } = state.value;
    if (sound !== null && source !== null) change({ durationMs: lengthOf(sound) });
  });
  // A call, another app or the keys of a headset: what the element does counts.
  element.addEventListener('pause', () => {
    if (source !== null && Number.isFinite(element.currentTime)) change({ isPlaying: false });
  });
  element.addEventListener('play', () => {
    if (source !== null) change({ isPlaying: true, problem: null });
  });
  element.addEventListener('error', () => {
    if (source !== null) change({ isPlaying: false, problem: 'unplayable' });
  });
  element.addEventListener('ended', () => {
    const { sound } = state.value;
    if (sound === null) return;
    ports.remember(sound, 0);
    change({ isPlaying: false, positionMs: 0 });
    element.currentTime = 0;
    void ports
      .next(sound)
      .catch(() => null)
      .then((next) => {
        if (next !== null && state.value.sound?.id === sound.id && !state.value.isPlaying) void play(next);
      });
  });

  const setRate = (rate: number): void => {
    element.playbackRate = rate;
    change({ rate });
  };

  return {
    state,
    play,
    pause,
    seek(positionMs) {
      const { sound, durationMs } = state.value;
      if (sound === null || source === null) return;
      const to = Math.min(Math.max(0, positionMs), durationMs ?? positionMs);
      element.currentTime = to / 1_000;
      change({ positionMs: to });
      ports.remember(sound, Math.round(to));
    },
    setRate,
    nextRate() {
      const at = RATES.indexOf(state.value.rate);
      const rate = RATES[(at + 1) % RATES.length] ?? 1;
      setRate(rate);
      ports.rememberRate(rate);
    },
    close() {
      leave();
      release();
      state.next({ ...NOTHING, rate: state.value.rate });
    },
  };
};
