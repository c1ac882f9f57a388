/**
 * Plays a member's trace again: the same mutations at the same intervals, over a network that does to each request what
 * was seen there, with the laws asked at the end. So a report becomes a test. What was written is not in a trace; made-up
 * words take its place.
 */
import { friendshipId, userScope } from '../../protocol/index.ts';
import type { EngineCore } from '../engine-types.ts';
import type { TraceFile, TraceStep } from '../trace/trace-file.ts';
import type { Device, Tab } from './device.ts';
import type { Fate } from './fake-network.ts';
import { coverageFaults, replicaFaults, scopeFaults, shadowFaults } from './laws.ts';
import { createWorld, type Person, type World } from './world.ts';

export type Replay = {
  faults: string[];
  /** The mutations in the order in which they were written again. */
  written: string[];
  /** What became of the requests, in order. */
  fates: Fate[];
  device: Device;
};

/** Nothing of interest happens in a longer silence. */
const SILENCE_MAX_MS = 10 * 60_000;

const fateOf = ({ outcome }: Extract<TraceStep, { kind: 'request' }>): Fate => {
  switch (outcome) {
    case 'ok':
      return 'ok';
    // Whether the server had received it is unknown; that it had is the harder case.
    case 'lost':
      return 'lostAnswer';
    case 'portal':
      return 'portal';
    case 'busy':
      return 'busy';
    case 'refused':
      return 'proxy';
  }
};

/** What the network did. A pull that a doubt sent into the tunnel met no network: the replay's doubts are its own. */
const fatesOf = (steps: TraceFile['steps']): Fate[] => {
  let isOnline = true;
  return steps.flatMap((step) => {
    if (step.kind === 'online') isOnline = step.isOnline;
    if (step.kind !== 'request') return [];
    const isDoubt = !isOnline && step.outcome === 'lost' && step.path.endsWith('/pull');
    return isDoubt ? [] : [fateOf(step)];
  });
};

type Stage = { world: World; me: Person; chats: Map<string, string>; requests: number };

/** The chat that stands in for one of the trace: a friend for each. */
const chatFor = (stage: Stage, lane: string): string => {
  const known = stage.chats.get(lane);
  if (known !== undefined) return known;
  const { world, me } = stage;
  const made = world.befriend(me, world.addPerson(`Friend ${stage.chats.size + 1}`));
  stage.chats.set(lane, made);
  return made;
};

const stranger = (stage: Stage): Person => {
  stage.requests += 1;
  return stage.world.addPerson(`Stranger ${stage.requests}`);
};

const askMe = (stage: Stage, person: Person): string => {
  const { world, me } = stage;
  const id = friendshipId(person.id, me.id);
  world.server.act((tx, at) =>
    tx.put(
      'friendships',
      {
        id,
        requesterId: person.id,
        requesteeId: me.id,
        status: 'PENDING',
        createdAt: at,
        approvedAt: null,
      },
      userScope(me.id),
      userScope(person.id),
    ),
  );
  return id;
};

/** @returns false for a mutation that the simulator knows no stand-in for */
const write = async (stage: Stage, engine: EngineCore, name: string, lane: string): Promise<boolean> => {
  const { world } = stage;
  switch (name) {
    case 'sendMessage': {
      const chatId = chatFor(stage, lane);
      const writtenAt = new Date(world.time.now()).toISOString();
      await engine.mutate('sendMessage', { id: world.newId(), chatId, content: 'replayed', writtenAt });
      return true;
    }
    case 'markSeen':
      await engine.mutate('markSeen', { chatId: chatFor(stage, lane), seq: 1 });
      return true;
    case 'requestFriend':
      await engine.mutate('requestFriend', { uniqueCode: stranger(stage).uniqueCode });
      return true;
    case 'acceptFriend':
    case 'rejectFriend':
      await engine.mutate(name, { friendshipId: askMe(stage, stranger(stage)) });
      return true;
    default:
      return false;
  }
};

export const replayTrace = async (trace: TraceFile): Promise<Replay> => {
  const world = createWorld(1);
  const me = world.addPerson('Me');
  const stage: Stage = { world, me, chats: new Map(), requests: 0 };
  // Everybody is there from the beginning: what a trace shows may not wait for a chat.
  for (const step of trace.steps) if (step.kind === 'mutation') prepare(stage, step);

  const seen = fatesOf(trace.steps);
  const fates: Fate[] = [];
  let isCalm = false;
  const fate = (): Fate => {
    const next = isCalm ? 'ok' : (seen.shift() ?? 'ok');
    fates.push(next);
    return next;
  };
  const device = world.addDevice(me, { fate });
  const written: string[] = [];
  const faults: string[] = [];
  let tab: Tab | undefined;
  let at = trace.steps[0]?.at ?? 0;

  for (const step of trace.steps) {
    await world.time.advance(Math.min(SILENCE_MAX_MS, Math.max(0, step.at - at)));
    at = step.at;
    if (step.kind === 'online') device.setOnline(step.isOnline);
    else if (step.kind === 'visible') tab?.setVisible(step.isVisible);
    else if (step.kind === 'opened') tab = await device.openTab();
    else if (step.kind === 'mutation' && step.from === null) {
      tab ??= await device.openTab();
      if (await write(stage, tab.engine, step.name, step.lane)) written.push(step.name);
      else faults.push(`cannot replay ${step.name}`);
    }
  }

  isCalm = true;
  device.setOnline(true);
  tab ??= await device.openTab();
  tab.setVisible(true);
  await world.time.advance(180_000);
  const stuck = [...device.disk.stores.outbox.values()].filter(
    (row) => row.state !== 'rejected' && row.state !== 'parked' && row.state !== 'blocked',
  );
  faults.push(
    ...stuck.map((row) => `L9 ${row.name} is still ${row.state}`),
    ...shadowFaults(device),
    ...coverageFaults(device),
    ...scopeFaults(device),
    ...replicaFaults(device, world.server),
    ...device.errors.map((error) => `error ${String(error)}`),
  );
  return { faults, written, fates, device };
};

const prepare = (stage: Stage, { name, lane }: Extract<TraceStep, { kind: 'mutation' }>): void => {
  if (name === 'sendMessage' || name === 'markSeen') chatFor(stage, lane);
};
