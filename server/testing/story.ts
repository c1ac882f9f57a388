import type { MutationName } from '../../protocol/index.ts';
import type { Person, World } from './world.ts';

/** What happens in a test of `verify-mutations.test.ts`: who looks on, and the action. */
export type Story = { people: Person[]; act: () => Promise<unknown> };
export type Case = { mutation: MutationName; title: string; prepare: (world: World) => Promise<Story> };
