import { readSounds } from '../../app/preferences.ts';

/** Notes in hertz, one after the other: a rising step for what goes out, a falling one for what comes in. */
const notes = { sent: [523.25, 659.25], received: [783.99, 587.33] } as const;
export type Tone = keyof typeof notes;

const NOTE_S = 0.09;
/** A note fades into the next one. */
const FADE_S = 0.22;
/** Far below speech: people who listen to music hear it, nobody is startled. */
const LOUDNESS = 0.06;
/** No sooner again, in all tabs together: several messages at once make one tone. */
export const PAUSE_MS = 1_000;
const LOCK = 'tambay-tone';

const soundNote = (context: AudioContext, frequency: number, at: number): OscillatorNode => {
  const oscillator = new OscillatorNode(context, { type: 'sine', frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUDNESS, at + 0.012);
  // An exponential ramp never reaches nothing.
  gain.gain.exponentialRampToValueAtTime(0.0001, at + FADE_S);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + FADE_S);
  return oscillator;
};

let context: AudioContext | null = null;

const soundTone = async (tone: Tone): Promise<void> => {
  context ??= new AudioContext({ latencyHint: 'interactive' });
  await context.resume();
  const begin = context.currentTime + 0.01;
  const sounded = notes[tone].map((frequency, index) => {
    if (context === null) return null;
    return soundNote(context, frequency, begin + index * NOTE_S);
  });
  await new Promise((resolve) => sounded.at(-1)?.addEventListener('ended', resolve, { once: true }));
  // A context that runs keeps the audio hardware awake.
  await context.suspend();
};

export interface TonePlatform {
  /** Makes the tone; resolves when it has faded. */
  sound: (tone: Tone) => Promise<void>;
  /** Before the first touch browsers refuse, and complain in the console. */
  hasBeenTouched: () => boolean;
  /** Of what happens while nobody looks, notifications tell. */
  isVisible: () => boolean;
  isSwitchedOn: () => boolean;
  /** Runs the work in one tab at a time, and not at all while another one has it. */
  alone: (work: () => Promise<void>) => Promise<void>;
}

const browser: TonePlatform = {
  sound: soundTone,
  hasBeenTouched: () => navigator.userActivation?.hasBeenActive ?? false,
  isVisible: () => document.visibilityState === 'visible',
  isSwitchedOn: readSounds,
  alone: async (work) => {
    if (!('locks' in navigator)) return work();
    await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
      lock === null ? undefined : work(),
    );
  },
};

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Plays a short, soft tone; nothing where it is not wanted or not possible. */
export async function playTone(tone: Tone, platform: TonePlatform = browser): Promise<void> {
  if (!platform.isSwitchedOn() || !platform.hasBeenTouched() || !platform.isVisible()) return;
  await platform.alone(async () => {
    await Promise.all([platform.sound(tone), pause()]);
  });
}
