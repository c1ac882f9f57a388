/**
 * A seeded run of people with several devices, tabs and workers over a bad network: the same seed gives the same run.
 * The laws are asked after each step, and convergence at the end, when the faults have stopped.
 */
import type { Device } from './device.ts';
import type { Fate } from './fake-network.ts';
import { mutate, readList } from './simulation/actions.ts';
import { createChance, createTrail } from './simulation/chance.ts';
import { handleFiles } from './simulation/files.ts';
import { createHostile } from './simulation/hostile.ts';
import { createMemory, type Memory } from './simulation/memory.ts';
import { causeMishap } from './simulation/mishaps.ts';
import type { Run } from './simulation/run.ts';
import { drain } from './virtual-time.ts';
import { createWorld } from './world.ts';

export type SimulationResult = {
  faults: string[];
  /** How often each action and each fault happened. */
  counts: Record<string, number>;
  /** The run in one number, to compare two runs of one seed. */
  trace: string;
};

export type SimulationOptions = {
  /** Only these steps happen: a failing run is shrunk by leaving out the others. */
  only?: ReadonlySet<number>;
  /** One member more, who also sends the server whatever no engine would. */
  isHostile?: boolean;
  /** Members pick files, too. */
  withFiles?: boolean;
};

const fates: readonly Fate[] = ['lostRequest', 'lostAnswer', 'zombie', 'portal', 'busy', 'proxy'];

/** People who know each other, a group, and a second device of the first of them. */
const createStage = (seed: number, isHostile: boolean) => {
  const world = createWorld(seed);
  const chance = createChance(seed);
  const counts: Record<string, number> = {};
  const trail = createTrail();
  let isCalm = false;
  let wordCount = 0;
  const count = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1;
    trail.note(`${world.time.now()} ${name};`);
  };
  /** The network's chance is the world's: it goes on between the steps. */
  const strikes = (probability: number, name: string): boolean => {
    if (isCalm || world.random() >= probability) return false;
    count(name);
    return true;
  };
  const network = {
    fate(): Fate {
      if (isCalm || world.random() < 0.7) return 'ok';
      const chosen = fates[Math.floor(world.random() * fates.length)] ?? 'ok';
      count(chosen);
      return chosen;
    },
    copies: () => (strikes(0.1, 'eventLost') ? 0 : strikes(0.1, 'eventDoubled') ? 2 : 1),
    isFatal: () => strikes(0.0015, 'killedInTransaction'),
    isFull: () => strikes(0.002, 'diskFull'),
    onNotice: count,
  };
  const [ana, ben, carla] = [world.addPerson('Ana'), world.addPerson('Ben'), world.addPerson('Carla')];
  world.befriend(ana, ben);
  const known = [ana, ben, carla];
  const groupId = world.createGroup(known);
  const mallory = isHostile ? world.addPerson('Mallory') : null;
  if (mallory !== null) world.befriend(mallory, carla);
  const people = mallory === null ? known : [...known, mallory];
  const owners = mallory === null ? [ana, ana, ben, carla] : [ana, ana, ben, carla, mallory];
  const devices = owners.map((person) => world.addDevice(person, network));
  const run: Run = {
    ...{ world, chance, people, groupId, devices, count },
    faults: [],
    words() {
      wordCount += 1;
      return `words ${wordCount}`;
    },
    attempt: (promise) => void promise.catch(() => count('refusedLocally')),
  };
  return {
    ...{ run, counts, trail },
    hostile: mallory === null ? null : createHostile(run, mallory),
    calmDown() {
      isCalm = true;
    },
  };
};

const open = (run: Run, device: Device): void => {
  run.count('openTab');
  device.openTab().catch(() => run.count('openFailed'));
};

/** One thing that happens: somebody does something, something goes wrong, or time goes by. */
const act = async (run: Run, memory: Memory): Promise<void> => {
  const { chance, world } = run;
  const device = chance.pick(run.devices);
  if (device === undefined) return;
  const tab = chance.pick(device.tabs);
  const roll = chance.random();
  if (tab === undefined || roll < 0.03) {
    if (device.tabs.length < 3) open(run, device);
  } else if (roll < 0.45) mutate(run, device, tab);
  else if (roll < 0.49) {
    run.count('kill');
    tab.kill();
  } else if (roll < 0.56) {
    run.count(device.isOnline() ? 'offline' : 'online');
    device.setOnline(!device.isOnline());
  } else if (roll < 0.58) {
    const isFrozen = chance.happens(0.6);
    run.count(isFrozen ? 'freeze' : 'thaw');
    tab.setFrozen(isFrozen);
  } else if (roll < 0.61) {
    run.count('visibility');
    tab.setVisible(chance.happens(0.6));
  } else if (roll < 0.65) memory.handOfUser(device, tab);
  else if (roll < 0.69) readList(run, device, tab);
  else if (roll < 0.8) causeMishap(run, memory, device);
  else await world.time.advance(chance.happens(0.2) ? 40_000 * chance.random() : 800 * chance.random());
};

/** Faults stop, members sign in again and reload what has to be, and time goes by. */
const comeToRest = async ({ world, devices, ...run }: Run): Promise<void> => {
  const { time } = world;
  for (const device of devices) {
    device.setOnline(true);
    device.signIn();
    for (const tab of [...device.tabs]) if (tab.isOutdated() || tab.isLost()) tab.kill();
    if (device.tabs.length === 0) await open({ world, devices, ...run }, device);
    for (const tab of device.tabs) {
      tab.setFrozen(false);
      tab.setVisible(true);
      void tab.engine.sync();
    }
  }
  await time.advance(120_000);
  // What lists hold is compared after a reconnection.
  for (const device of devices) device.setOnline(false);
  await time.advance(1_000);
  for (const device of devices) device.setOnline(true);
  await time.advance(60_000);
};

export const simulate = async (
  seed: number,
  steps: number,
  options: SimulationOptions = {},
): Promise<SimulationResult> => {
  const { run, counts, trail, calmDown, hostile } = createStage(seed, options.isHostile === true);
  const memory = createMemory(run);
  for (const device of run.devices) open(run, device);
  await run.world.time.advance(500);
  for (let step = 0; step < steps && run.faults.length === 0; step += 1) {
    if (options.only?.has(step) === false) continue;
    run.chance.enter(step);
    if (hostile !== null && run.chance.happens(0.4)) hostile.attack();
    await act(run, memory);
    if (options.withFiles === true) {
      const device = run.chance.pick(run.devices);
      const tab = run.chance.pick(device?.tabs ?? []);
      if (device !== undefined && tab !== undefined) handleFiles(run, device, tab);
    }
    await drain();
    memory.check();
  }
  calmDown();
  await comeToRest(run);
  memory.check(true);
  memory.checkAtRest();
  const { tables } = run.world.server.state();
  trail.note(JSON.stringify([counts, [...tables.messages.values()].map((row) => [row.id, row.seq])]));
  for (const { disk } of run.devices)
    trail.note(JSON.stringify([[...disk.stores.cursors.values()], [...disk.stores.outbox.values()]]));
  return { faults: [...new Set(run.faults)], counts, trace: trail.hash() };
};
