import type { SoundPlayer } from './sound-player.ts';

const STEP_MS = 10_000;

/** Shows on the lock screen and to headsets what plays, and does what they ask for. Where there is no such thing nothing happens. */
export const announceToSystem = (player: SoundPlayer): void => {
  if (!('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  const { state } = player;
  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => state.value.sound && void player.play(state.value.sound)],
    ['pause', () => player.pause()],
    ['stop', () => player.close()],
    ['seekbackward', ({ seekOffset }) => by(-(seekOffset ? seekOffset * 1_000 : STEP_MS))],
    ['seekforward', ({ seekOffset }) => by(seekOffset ? seekOffset * 1_000 : STEP_MS)],
    ['seekto', ({ seekTime }) => player.seek((seekTime ?? 0) * 1_000)],
  ];
  const by = (ms: number): void => player.seek(state.value.positionMs + ms);
  let shownId: string | null = null;
  state.subscribe(({ sound, isPlaying, positionMs, durationMs, rate }) => {
    if (sound?.id !== shownId) {
      shownId = sound?.id ?? null;
      mediaSession.metadata = sound && new MediaMetadata({ title: sound.title, artist: 'Tambay' });
      for (const [action, handler] of actions) {
        try {
          mediaSession.setActionHandler(action, sound && handler);
        } catch {
          // An action that this browser does not know.
        }
      }
    }
    mediaSession.playbackState = sound === null ? 'none' : isPlaying ? 'playing' : 'paused';
    if (sound === null || durationMs === null || durationMs <= 0) return;
    const position = Math.min(positionMs, durationMs) / 1_000;
    mediaSession.setPositionState?.({ duration: durationMs / 1_000, position, playbackRate: rate });
  });
};
