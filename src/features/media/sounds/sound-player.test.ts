import { describe, expect, it, vi } from 'vitest';
import { createSoundPlayer, type Sound, type SoundElement } from './sound-player.ts';

class FakeElement extends EventTarget implements SoundElement {
  src = '';
  currentTime = 0;
  duration = Number.POSITIVE_INFINITY;
  playbackRate = 1;
  play = vi.fn(async () => void this.dispatchEvent(new Event('play')));
  pause = vi.fn(() => void this.dispatchEvent(new Event('pause')));
  removeAttribute = (): void => {
    this.src = '';
  };
  tell(name: string): void {
    this.dispatchEvent(new Event(name));
  }
}

const voice = (id: string): Sound => ({
  ...{ id, title: 'Ana', durationMs: 12_000, isVoice: true },
  place: { chatId: 'chat', messageId: id },
});

const open = (after: Record<string, Sound> = {}, away: readonly string[] = []) => {
  const element = new FakeElement();
  const left = new Map<string, number>();
  const heard: string[] = [];
  const released: string[] = [];
  const player = createSoundPlayer(element, {
    open: async ({ id }) =>
      away.includes(id) ? null : { url: `blob:${id}`, release: () => void released.push(id) },
    next: async ({ id }) => after[id] ?? null,
    recall: async ({ id }) => left.get(id) ?? 0,
    remember: ({ id }, at) => void left.set(id, at),
    onHeard: ({ id }) => void heard.push(id),
    rememberRate: () => undefined,
  });
  return { element, player, left, heard, released };
};
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('the player', () => {
  it('plays one sound at a time: another one takes its place, and where the first was left is kept', async () => {
    const { element, player, left, released, heard } = open();
    await player.play(voice('a'));
    element.currentTime = 4.2;
    element.tell('timeupdate');
    await player.play(voice('b'));
    expect(player.state.value).toMatchObject({ sound: { id: 'b' }, isPlaying: true, positionMs: 0 });
    expect(element.src).toBe('blob:b');
    expect(released).toEqual(['a']);
    expect(left.get('a')).toBe(4_200);
    expect(heard).toEqual(['a', 'b']);
    await player.play(voice('a'));
    expect(element.currentTime).toBe(4.2);
  });

  it('goes on to the next one at the end, and stops at the last', async () => {
    const { element, player, left } = open({ a: voice('b') });
    await player.play(voice('a'));
    element.tell('ended');
    await turn();
    expect(player.state.value).toMatchObject({ sound: { id: 'b' }, isPlaying: true });
    element.tell('ended');
    await turn();
    expect(player.state.value).toMatchObject({ sound: { id: 'b' }, isPlaying: false, positionMs: 0 });
    expect([left.get('a'), left.get('b')]).toEqual([0, 0]);
  });

  it('does not go on when something else was begun meanwhile', async () => {
    const { element, player } = open({ a: voice('b') });
    await player.play(voice('a'));
    element.tell('ended');
    await player.play(voice('c'));
    await turn();
    expect(player.state.value.sound?.id).toBe('c');
  });

  it('says that the bytes are away, and tries again when it is pressed again', async () => {
    const away = ['a'];
    const { player } = open({}, away);
    await player.play(voice('a'));
    expect(player.state.value).toMatchObject({ isPlaying: false, problem: 'away', sound: { id: 'a' } });
    away.pop();
    await player.play(voice('a'));
    expect(player.state.value).toMatchObject({ isPlaying: true, problem: null });
  });

  it('keeps to the bounds of what it plays, and knows the length of an unfinished recording', async () => {
    const { element, player } = open();
    await player.play(voice('a'));
    element.tell('durationchange');
    expect(player.state.value.durationMs).toBe(12_000);
    player.seek(99_000);
    expect(element.currentTime).toBe(12);
    player.seek(-5);
    expect(element.currentTime).toBe(0);
    element.duration = 12.5;
    element.tell('durationchange');
    expect(player.state.value.durationMs).toBe(12_500);
  });

  it('goes through its speeds, and keeps the one that was chosen for the next sound', async () => {
    const { element, player } = open();
    await player.play(voice('a'));
    const seen = [1, 2, 3].map(() => {
      player.nextRate();
      return element.playbackRate;
    });
    expect(seen).toEqual([1.5, 2, 1]);
    player.setRate(2);
    element.playbackRate = 1;
    await player.play(voice('b'));
    expect(element.playbackRate).toBe(2);
  });

  it('starts nothing that was closed while it was loaded', async () => {
    const { element, player, released } = open();
    const begun = player.play(voice('a'));
    player.close();
    await begun;
    expect(element.play).not.toHaveBeenCalled();
    expect(released).toEqual(['a']);
    expect(player.state.value.sound).toBeNull();
  });

  it('follows what a call or a headset does', async () => {
    const { element, player } = open();
    await player.play(voice('a'));
    element.tell('pause');
    expect(player.state.value.isPlaying).toBe(false);
    element.tell('play');
    expect(player.state.value.isPlaying).toBe(true);
  });

  it('forgets the place of what was heard to its end', async () => {
    const { element, player, left } = open();
    await player.play(voice('a'));
    element.currentTime = 11.9;
    element.tell('timeupdate');
    player.close();
    expect(left.get('a')).toBe(0);
  });
});
