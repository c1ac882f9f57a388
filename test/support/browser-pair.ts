import type { RunningApp } from './browser-app.ts';
import type { Person } from './browser-people.ts';
import { test as story } from './story.ts';

export type Pair = { app: RunningApp; ana: Person; ben: Person };

/** Stories about two friends of whom one is known only by what is on the screen: both are made before each. */
export const test = story.extend<{ friends: Person }>({
  friends: [async ({ ben }, use) => use(ben), { auto: true }],
});
