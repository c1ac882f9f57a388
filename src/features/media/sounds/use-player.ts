import type { Engine } from '../../../../sync/index.ts';
import { isPlayerShown, pauseRequests } from '../../../app/now-playing.ts';
import { useExternalValue } from '../../../app/use-observable.ts';
import { readNextVoice } from '../../../queries/next-voice.ts';
import { useEngine, useServices } from '../../../session/services.tsx';
import { loadSound, type SoundServices } from './load-sound.ts';
import { announceToSystem } from './media-session.ts';
import { createSoundMemory, withHeard, withPosition } from './sound-memory.ts';
import { createSoundPlayer, type Playback, type SoundPlayer } from './sound-player.ts';
import { tellListened } from './tell-listened.ts';

const players = new WeakMap<Engine, SoundPlayer>();

/** One player for each signed-in member, made at its first use. */
const playerOf = (engine: Engine, services: SoundServices): SoundPlayer => {
  const known = players.get(engine);
  if (known) return known;
  const memory = createSoundMemory(engine);
  const element = new Audio();
  const player = createSoundPlayer(element, {
    open: ({ id }, signal) => loadSound(engine, services, id, signal),
    async next({ isVoice, place }) {
      if (!isVoice || place === null) return null;
      const next = await readNextVoice(engine, place.messageId);
      if (next === null) return null;
      const { media, title, chatId, messageId } = next;
      const { id, durationMs = null } = media;
      return { id, title, durationMs, isVoice: true, place: { chatId, messageId } };
    },
    recall: async ({ id }) => (await memory.read()).positions[id] ?? 0,
    remember: ({ id }, positionMs) => memory.change((before) => withPosition(before, id, positionMs)),
    onHeard({ id, isVoice, place }) {
      memory.change((before) => withHeard(before, id));
      // What cannot be told now, on a full disk, is told the next time it is played.
      if (isVoice && place !== null) void tellListened(engine, place).catch(() => undefined);
    },
    rememberRate: (rate) => memory.change((before) => ({ ...before, rate })),
  });
  void memory.read().then(({ rate }) => player.setRate(rate));
  // What else begins to play, as a film, ends this; and the other way round.
  document.addEventListener(
    'play',
    ({ target }) => {
      if (target !== element && player.state.value.isPlaying) player.pause();
    },
    true,
  );
  pauseRequests.subscribe(() => {
    if (player.state.value.isPlaying) player.pause();
  });
  let wasPlaying = false;
  player.state.subscribe(({ sound, isPlaying }) => {
    if (isPlayerShown.value !== (sound !== null)) isPlayerShown.next(sound !== null);
    if (isPlaying && !wasPlaying) for (const film of document.querySelectorAll('video')) film.pause();
    wasPlaying = isPlaying;
  });
  announceToSystem(player);
  players.set(engine, player);
  return player;
};

export function useSoundPlayer(): SoundPlayer {
  return playerOf(useEngine(), useServices());
}

export const usePlayback = (player: SoundPlayer): Playback =>
  useExternalValue(player.state, () => player.state.value);

/** Of one sound: null while it is not the one that plays, so that others are not drawn again. */
export const usePlaybackOf = (player: SoundPlayer, id: string): Playback | null =>
  useExternalValue(player.state, () => (player.state.value.sound?.id === id ? player.state.value : null));
