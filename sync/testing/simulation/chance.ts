import { createRandom } from '../virtual-time.ts';

/** Chance of one step: a step that is left out takes none of the others' chance away, so that failing runs can be shrunk. */
export type Chance = {
  /** The steps after this draw from their own source. */
  enter(step: number): void;
  random(): number;
  pick<T>(items: readonly T[]): T | undefined;
  happens(probability: number): boolean;
};

export const createChance = (seed: number): Chance => {
  let source = createRandom(seed);
  const random = (): number => source();
  return {
    enter(step) {
      source = createRandom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b));
    },
    random,
    pick: (items) => items[Math.floor(random() * items.length)],
    happens: (probability) => random() < probability,
  };
};

/** What a run did, in one number that grows with each thing noted: the same run gives the same number. */
export const createTrail = () => {
  let [one, two] = [0x811c9dc5, 0x01000193];
  return {
    note(text: string): void {
      for (let index = 0; index < text.length; index += 1) {
        const code = text.charCodeAt(index);
        one = Math.imul(one ^ code, 0x01000193);
        two = Math.imul(two ^ code, 0x85ebca6b);
      }
    },
    hash: (): string => (one >>> 0).toString(16).padStart(8, '0') + (two >>> 0).toString(16).padStart(8, '0'),
  };
};
