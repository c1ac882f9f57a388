/**
 * A seeded run of people with several devices and tabs over a bad network: the same seed gives the same run.
 * The laws are asked after each step, and convergence at the end, when the faults have stopped.
 * Whole, because the deeds, the faults and what the laws remember share one source of chance and one state.
 */
import {
  chatScope,
  friendshipId,
  isMutationName,
  memberId,
  ProtocolError,
  userScope,
} from '../../protocol/index.ts';
import { dependentsOf } from '../rebase/dependents.ts';
import type { ListId, OutboxRow } from '../storage/rows.ts';
import { listId } from '../windows/kinds.ts';
import { doToChats } from './chat-deeds.ts';
import type { Device, Tab } from './device.ts';
import type { Fate } from './fake-network.ts';
import {
  coverageFaults,
  effectFaults,
  orderFaults,
  replicaFaults,
  scopeFaults,
  shadowFaults,
  visibilityFaults,
  windowFaults,
} from './laws.ts';
import { addMember } from './model-state.ts';
import { doWithPosts } from './post-deeds.ts';
import { drain } from './virtual-time.ts';
import { createWorld, type Person } from './world.ts';

export type SimulationResult = {
  faults: string[];
  /** How often each action and each fault happened. */
  counts: Record<string, number>;
  /** The run in one number, to compare two runs of one seed. */
  trace: string;
};

type Written = { id: string; row: OutboxRow; isGone: boolean };

export const simulate = async (seed: number, steps: number): Promise<SimulationResult> => {
  const world = createWorld(seed);
  const { time, server, random } = world;
  const counts: Record<string, number> = {};
  const count = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const chance = (probability: number): boolean => random() < probability;

  let isCalm = false;
  const fate = (): Fate => {
    if (isCalm || chance(0.7)) return 'ok';
    const chosen = pick<Fate>(['lostRequest', 'lostAnswer', 'zombie', 'portal', 'busy', 'proxy']) ?? 'ok';
    count(chosen);
    return chosen;
  };
  const copies = (): number => {
    if (isCalm || chance(0.8)) return 1;
    count('eventLostOrDoubled');
    return chance(0.5) ? 0 : 2;
  };
  const isFatal = (): boolean => {
    if (isCalm || !chance(0.0015)) return false;
    count('killedInTransaction');
    return true;
  };

  const isFull = (): boolean => {
    if (isCalm || !chance(0.002)) return false;
    count('diskFull');
    return true;
  };

  const people: Person[] = ['Ana', 'Ben', 'Carla'].map(world.addPerson);
  const [ana, ben, carla] = people;
  if (ana === undefined || ben === undefined || carla === undefined) throw new Error('three people');
  world.befriend(ana, ben);
  const groupId = world.createGroup([ana, ben, carla]);
  const devices = [ana, ana, ben, carla].map((person) =>
    world.addDevice(person, { fate, copies, isFatal, isFull }),
  );
  const written = new Map<Device, Map<string, Written>>(devices.map((device) => [device, new Map()]));
  const settled = new Map<Device, Set<string>>(devices.map((device) => [device, new Set()]));
  const faults: string[] = [];
  const unordered = new Set<string>();
  const userCancelled = new Set<string>();
  /** Messages that the engine has called cancelled. */
  const discarded = new Set<string>();
  let texts = 0;
  /** What was settled before may be gone, and what was not comes again behind later work. */
  let isRestored = false;

  const open = (device: Device): void => {
    count('openTab');
    device.openTab().catch(() => count('openFailed'));
  };
  for (const device of devices) open(device);
  await time.advance(500);

  /** L8: what has left the outbox was settled, or the user's hand took it. */
  const checkOutbox = (device: Device): void => {
    const known = written.get(device) ?? new Map<string, Written>();
    const all = [...known.values()].map(({ row }) => row);
    /** Taken by the user's hand, itself or what it stood on. */
    const isTaken = ({ id, row }: Written): boolean =>
      userCancelled.has(id) ||
      all.some((root) => userCancelled.has(root.id) && dependentsOf(all, root).includes(row));
    const present = new Map([...device.disk.stores.outbox.values()].map((row) => [row.id, row]));
    for (const row of [...present.values()].sort((a, b) => a.seq - b.seq)) {
      if (row.state === 'parked' || row.state === 'cancelling') unordered.add(row.id);
      known.set(row.id, { id: row.id, row, isGone: false });
    }
    for (const one of known.values()) {
      if (one.isGone || present.has(one.id)) continue;
      one.isGone = true;
      const isByHand = isTaken(one);
      if (one.row.name === 'sendMessage' && !isByHand) settled.get(device)?.add(one.row.args.id);
      if (server.verdicts.has(one.id) || isByHand) continue;
      faults.push(`L8 ${one.row.name} ${one.id} vanished from ${one.row.state}`);
    }
  };

  const check = (): void => {
    for (const device of devices) {
      faults.push(...shadowFaults(device), ...coverageFaults(device), ...scopeFaults(device));
      checkOutbox(device);
      faults.push(...visibilityFaults(device, server, settled.get(device) ?? []));
      // L1: acknowledged and not settled is on the screen.
      for (const row of device.disk.stores.outbox.values()) {
        if (
          row.state === 'acked' &&
          row.name === 'sendMessage' &&
          !device.disk.stores.messages.has(row.args.id)
        ) {
          faults.push(`L1 ${row.args.id} was acknowledged and is not shown`);
        }
      }
    }
    faults.push(...effectFaults(server));
    for (const id of discarded) {
      if (server.state().tables.messages.has(id)) faults.push(`${id} was discarded and acted all the same`);
    }
  };

  const actOnMessage = (
    tab: Tab,
    target: { chatId: string; messageId: string },
    run: (promise: Promise<unknown>) => void,
  ): void => {
    const name = pick(['editMessage', 'deleteMessage', 'hideMessage', 'reactToMessage'] as const);
    if (name === undefined) return;
    count(name);
    const { engine } = tab;
    texts += 1;
    if (name === 'editMessage') run(engine.mutate(name, { ...target, content: `words ${texts}` }));
    else if (name === 'deleteMessage') run(engine.mutate(name, target));
    else if (name === 'hideMessage') run(engine.mutate(name, { ...target, hidden: chance(0.7) }));
    else run(engine.mutate(name, { ...target, emoji: pick(['👍', '❤️', null]) ?? null }));
  };

  const mutate = (device: Device, tab: Tab): void => {
    const chatId = pick([...device.disk.stores.chats.keys()]);
    const roll = random();
    const run = (promise: Promise<unknown>): void => void promise.catch(() => count('refusedLocally'));
    if (chance(0.25)) {
      const postIds = [...server.state().tables.posts.keys()];
      const { name, done } = doWithPosts(tab.engine, device.disk, {
        random,
        newId: world.newId,
        pick,
        postIds,
      });
      count(name);
      run(done);
      return;
    }
    if (chance(0.2)) {
      const deed = doToChats(device, tab, { people, random, newId: world.newId, run });
      if (deed !== null) count(deed);
    } else if (roll < 0.55 && chatId !== undefined) {
      count('sendMessage');
      for (let more = chance(0.2) ? 5 : 1; more > 0; more -= 1) {
        texts += 1;
        const args = {
          id: world.newId(),
          chatId,
          content: `text ${texts}`,
          writtenAt: new Date(time.now()).toISOString(),
        };
        run(tab.engine.mutate('sendMessage', args));
      }
    } else if (roll < 0.68 && chatId !== undefined) {
      const messageId = pick(
        [...device.disk.stores.messages.values()].filter((row) => row.chatId === chatId),
      )?.id;
      if (messageId !== undefined) actOnMessage(tab, { chatId, messageId }, run);
    } else if (roll < 0.8 && chatId !== undefined) {
      count('markSeen');
      const lastSeq = device.disk.stores.chats.get(chatId)?.lastSeq ?? 0;
      if (lastSeq > 0)
        run(tab.engine.mutate('markSeen', { chatId, seq: 1 + Math.floor(random() * lastSeq) }));
    } else if (roll < 0.9) {
      count('requestFriend');
      const person = pick(people);
      if (person !== undefined) run(tab.engine.mutate('requestFriend', { uniqueCode: person.uniqueCode }));
    } else if (roll < 0.93) {
      count('updateProfile');
      texts += 1;
      run(tab.engine.mutate('updateProfile', { userId: device.userId, firstName: `Name ${texts}` }));
    } else if (roll < 0.96 && chance(0.5)) {
      const person = pick(people);
      if (person === undefined || person.id === device.userId) return;
      const id = friendshipId(device.userId, person.id);
      const name = pick(['cancelRequest', 'unfriend', 'setBlock'] as const) ?? 'unfriend';
      count(name);
      if (name === 'setBlock') run(tab.engine.mutate(name, { userId: person.id, blocked: chance(0.5) }));
      else run(tab.engine.mutate(name, { friendshipId: id }));
    } else if (roll < 0.95) {
      count('updateSettings');
      if (chance(0.3)) {
        const report = {
          id: world.newId(),
          kind: 'person',
          targetId: world.newId(),
          reason: 'spam',
        } as const;
        run(tab.engine.mutate('reportThing', report));
      }
      run(tab.engine.mutate('updateSettings', { hidePreviews: chance(0.5) }));
    } else {
      const person = pick(people);
      if (person === undefined || person.id === device.userId) return;
      const name = chance(0.7) ? 'acceptFriend' : 'rejectFriend';
      count(name);
      run(tab.engine.mutate(name, { friendshipId: friendshipId(device.userId, person.id) }));
    }
  };

  /** A full disk may refuse what the user asks for, and says so; anything else is a fault. */
  const refused = (deed: string) => (error: unknown) => {
    if (error instanceof ProtocolError && error.kind === 'storage_full') count('refusedLocally');
    else faults.push(`${deed}: ${error}`);
  };

  const handOfUser = (device: Device, tab: Tab): void => {
    const rows = [...device.disk.stores.outbox.values()].filter((row) => isMutationName(row.name));
    const row = pick(rows);
    if (row === undefined) return;
    if (chance(0.5)) {
      count('cancel');
      userCancelled.add(row.id);
      unordered.add(row.id);
      const noted = tab.engine.cancel(row.id).then((outcome) => {
        if (outcome === 'cancelled' && row.name === 'sendMessage') discarded.add(row.args.id);
      });
      noted.catch(refused('cancel'));
    } else {
      count('retry');
      const root = rows.find((one) => one.id === row.blockedBy) ?? row;
      if (root.state === 'rejected') userCancelled.add(root.id);
      for (const one of [root, ...dependentsOf(rows, root)]) unordered.add(one.id);
      tab.engine.retry(row.id).catch(refused('retry'));
    }
  };

  const readList = (device: Device, tab: Tab): void => {
    const { stores } = device.disk;
    const chatId = pick([...stores.chats.keys()]);
    const post = pick([...stores.posts.values()]);
    const lists: ListId[] = [
      'feed:all',
      ...(chatId === undefined ? [] : [listId('messages', chatId)]),
      ...(post === undefined
        ? []
        : [listId('comments', post.id), listId('feed', `creator:${post.creatorId}`)]),
    ];
    const list = pick(lists) ?? 'feed:all';
    const isLog = list.startsWith('messages:');
    count(`list ${list.slice(0, list.indexOf(':'))}`);
    const done = isLog || chance(0.5) ? tab.engine.loadOlder(list) : tab.engine.loadNewest(list);
    done.catch(refused('window'));
  };

  const changeGroup = (): void => {
    const person = pick(people);
    if (person === undefined) return;
    const id = memberId(groupId, person.id);
    const isIn = server.state().tables.memberships.has(id);
    count(isIn ? 'scope-' : 'scope+');
    server.act((tx, at) => {
      const chat = tx.get('chats', groupId);
      if (chat === undefined) return;
      if (isIn) {
        tx.remove('members', id, chatScope(groupId));
        tx.remove('memberships', id, userScope(person.id));
      } else addMember(tx, { chatId: groupId, userId: person.id, at, joinedSeq: 0 });
    });
  };

  const editMessage = (): void => {
    const message = pick([...server.state().tables.messages.values()]);
    if (message === undefined) return;
    count('edit');
    server.act((tx, at) => {
      const row = tx.get('messages', message.id);
      if (row !== undefined && row.deletedAt === null)
        tx.put('messages', { ...row, content: `${row.content}!`, editedAt: at }, chatScope(row.chatId));
    });
  };

  const act = async (): Promise<void> => {
    const device = pick(devices);
    if (device === undefined) return;
    const tab = pick(device.tabs);
    const roll = random();
    if (tab === undefined || roll < 0.03) {
      if (device.tabs.length < 3) open(device);
    } else if (roll < 0.45) mutate(device, tab);
    else if (roll < 0.5) {
      count('kill');
      tab.kill();
    } else if (roll < 0.58) {
      count('network');
      device.setOnline(!device.isOnline());
    } else if (roll < 0.6) {
      count('freeze');
      tab.setFrozen(chance(0.6));
    } else if (roll < 0.63) {
      count('visibility');
      tab.setVisible(chance(0.6));
    } else if (roll < 0.67) handOfUser(device, tab);
    else if (roll < 0.71) changeGroup();
    else if (roll < 0.74) editMessage();
    else if (roll < 0.78) {
      count('window');
      readList(device, tab);
    } else if (roll < 0.79) {
      count('clockJump');
      time.jump((random() - 0.5) * 4 * 86_400_000);
    } else if (roll < 0.8) {
      count('compact');
      server.compact();
    } else if (roll < 0.805) {
      count('save');
      server.save();
    } else if (roll < 0.81) {
      if (!server.restore()) return;
      count('restore');
      isRestored = true;
      // What the restored database never had leaves the screens with it, until another device's outbox brings it back.
      for (const ids of settled.values()) {
        for (const id of ids) if (!server.state().tables.messages.has(id)) ids.delete(id);
      }
    } else await time.advance(random() < 0.2 ? 40_000 * random() : 800 * random());
  };

  for (let step = 0; step < steps && faults.length === 0; step += 1) {
    await act();
    await drain();
    check();
  }

  isCalm = true;
  for (const device of devices) {
    device.setOnline(true);
    if (device.tabs.length === 0) open(device);
    for (const tab of device.tabs) {
      tab.setFrozen(false);
      tab.setVisible(true);
    }
  }
  await time.advance(180_000);
  for (const device of devices) device.setOnline(false);
  await time.advance(1_000);
  // What lists hold is compared after a reconnection.
  for (const device of devices) device.setOnline(true);
  await time.advance(60_000);
  check();
  for (const device of devices) {
    const stuck = [...device.disk.stores.outbox.values()].filter(
      (row) => row.state !== 'rejected' && row.state !== 'parked' && row.state !== 'blocked',
    );
    faults.push(...stuck.map((row) => `L9 ${row.name} ${row.id} is still ${row.state}`));
    faults.push(...replicaFaults(device, server), ...windowFaults(device, server));
    faults.push(...device.errors.map((error) => `error ${String(error)}`));
    if (isRestored) continue;
    const sent = [...(written.get(device)?.values() ?? [])]
      .filter((one) => !unordered.has(one.id))
      .sort((a, b) => a.row.seq - b.row.seq)
      .flatMap(({ row }) => (row.name === 'sendMessage' ? [{ messageId: row.args.id, lane: row.lane }] : []));
    faults.push(...orderFaults(server, sent));
  }
  const trace = JSON.stringify([
    counts,
    [...server.state().tables.messages.values()].map((row) => [row.id, row.seq]),
  ]);
  return { faults: [...new Set(faults)], counts, trace };
};
