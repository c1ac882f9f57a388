import type { Device } from '../device.ts';
import type { Person, World } from '../world.ts';
import type { Chance } from './chance.ts';

/** What the parts of one simulated run share. */
export type Run = {
  readonly world: World;
  readonly chance: Chance;
  readonly people: readonly Person[];
  readonly groupId: string;
  readonly devices: readonly Device[];
  readonly faults: string[];
  /** Counts an action or a fault, and takes it into the trace. */
  count(name: string): void;
  /** Words that were not written before. */
  words(): string;
  /** What the user asks for may be refused on the device (a full disk, a closed page), and is told so. */
  attempt(promise: Promise<unknown>): void;
};
