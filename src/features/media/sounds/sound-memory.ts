import { z } from '../../../../protocol/index.ts';
import { answerKey, type Engine } from '../../../../sync/index.ts';
import { useKeptAnswer } from '../../../queries/kept-answer.ts';

const QUESTION = 'sounds';
/** The newest are kept. */
const KEPT_MAX = 300;

const memory = z.object({
  rate: z.number().check(z.minimum(1), z.maximum(2)),
  /** Where sounds were left, in milliseconds. */
  positions: z.record(z.string(), z.number()),
  /** What was heard on this device. */
  heard: z.array(z.string()),
});
export type SoundMemory = z.infer<typeof memory>;
const NOTHING: SoundMemory = { rate: 1, positions: {}, heard: [] };

export const withPosition = (before: SoundMemory, id: string, positionMs: number): SoundMemory => {
  const others = Object.entries(before.positions).filter(([one]) => one !== id);
  const kept = positionMs > 0 ? [...others, [id, positionMs] as const] : others;
  return { ...before, positions: Object.fromEntries(kept.slice(-KEPT_MAX)) };
};

export const withHeard = (before: SoundMemory, id: string): SoundMemory => ({
  ...before,
  heard: [...before.heard.filter((one) => one !== id), id].slice(-KEPT_MAX),
});

/** What this device remembers of sounds. It goes with the member's other data. */
export const createSoundMemory = (engine: Pick<Engine, 'db' | 'keepAnswer'>) => {
  let queue: Promise<unknown> = Promise.resolve();
  const read = async (): Promise<SoundMemory> => {
    const row = await engine.db.meta.get(answerKey(QUESTION));
    try {
      return memory.safeParse(JSON.parse(String(row?.value))).data ?? NOTHING;
    } catch {
      return NOTHING;
    }
  };
  return {
    read,
    /** One after the other. What cannot be stored is heard all the same. */
    change(to: (before: SoundMemory) => SoundMemory): void {
      queue = queue.then(async () => engine.keepAnswer(QUESTION, to(await read()))).catch(() => undefined);
    },
  };
};

const NONE: readonly string[] = [];
/** Voice messages that were heard on this device; undefined until that is known. */
export function useHeardHere(): readonly string[] | undefined {
  const kept = useKeptAnswer(QUESTION, memory);
  return kept === undefined ? undefined : (kept?.heard ?? NONE);
}
