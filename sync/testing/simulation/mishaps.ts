import { chatScope, memberId, userScope } from '../../../protocol/index.ts';
import type { Device } from '../device.ts';
import { makePreview } from '../model-message-commands.ts';
import { addMember } from '../model-state.ts';
import type { Memory } from './memory.ts';
import type { Run } from './run.ts';

/** What happens to devices and to the server without anybody's wish. Each is counted: a run without them has shown nothing. */
export type Mishap = (run: Run, memory: Memory, device: Device) => void;

const DAY_MS = 86_400_000;

const changeGroup: Mishap = (run) => {
  const { world, chance, groupId } = run;
  const person = chance.pick(run.people);
  if (person === undefined) return;
  const { server } = world;
  const id = memberId(groupId, person.id);
  const isIn = server.state().tables.memberships.has(id);
  run.count(isIn ? 'scope-' : 'scope+');
  server.act((tx, at) => {
    if (tx.get('chats', groupId) === undefined) return;
    if (isIn) {
      tx.remove('members', id, chatScope(groupId));
      tx.remove('memberships', id, userScope(person.id));
    } else addMember(tx, { chatId: groupId, userId: person.id, at, joinedSeq: 0 });
  });
};

const editElsewhere: Mishap = (run) => {
  const { server } = run.world;
  const message = run.chance.pick([...server.state().tables.messages.values()]);
  if (message === undefined) return;
  run.count('edit');
  server.act((tx, at) => {
    const row = tx.get('messages', message.id);
    if (row === undefined || row.deletedAt !== null) return;
    tx.put('messages', { ...row, content: `${row.content}!`, editedAt: at }, chatScope(row.chatId));
  });
};

const lookAtLink: Mishap = (run) => {
  const { server } = run.world;
  const linking = [...server.state().tables.messages.values()].filter(
    ({ content, preview }) => content?.includes('https://') && preview === undefined,
  );
  const message = run.chance.pick(linking);
  if (message === undefined) return;
  run.count('preview');
  server.act((tx) => makePreview(tx, message.id));
};

const restore: Mishap = (run, memory) => {
  if (!run.world.server.restore()) return;
  run.count('restore');
  memory.noteRestore();
};

/** The session is ended from elsewhere; sooner or later the member signs in again. */
const endSession: Mishap = (run, _memory, device) => {
  if (run.world.server.userOf(device.token()) === undefined) {
    run.count('signInAgain');
    device.signIn();
  } else {
    run.count('tokenDeath');
    run.world.server.signOut(device.token());
  }
};

/** Somebody else signs in on the same device while tabs of the first are still open: their token, the first one's words. */
const switchAccount: Mishap = (run, _memory, device) => {
  const { server } = run.world;
  if (server.userOf(device.token()) !== device.userId) {
    run.count('signInAgain');
    device.signIn();
    return;
  }
  const other = run.chance.pick(run.people.filter(({ id }) => id !== device.userId));
  if (other === undefined) return;
  run.count('accountSwitch');
  device.signIn(other.id);
};

const clearStorage: Mishap = (run, memory, device) => {
  run.count('clearedStorage');
  memory.noteCleared(device);
  device.clearStorage();
};

/** A background flush: the engine without a screen opens, sends, and is gone. */
const wakeWorker: Mishap = (run, _memory, device) => {
  run.count('worker');
  run.attempt(device.wakeWorker());
};

const table: readonly (readonly [weight: number, Mishap])[] = [
  [8, changeGroup],
  [6, editElsewhere],
  [6, lookAtLink],
  [5, wakeWorker],
  [2, endSession],
  [2, switchAccount],
  [1, clearStorage],
  [
    3,
    (run) => {
      run.count('clockJump');
      run.world.time.jump((run.chance.random() - 0.5) * 20 * DAY_MS);
    },
  ],
  [
    2,
    (run) => {
      run.count('compaction');
      run.world.server.compact();
    },
  ],
  [
    2,
    (run) => {
      run.count('save');
      run.world.server.save();
    },
  ],
  [1, restore],
  [
    1,
    (run) => {
      run.count('upgrade');
      run.world.server.release();
    },
  ],
  [
    2,
    (run) => {
      run.count('serverRestart');
      for (const one of run.devices) one.dropSockets();
    },
  ],
];

const total = table.reduce((sum, [weight]) => sum + weight, 0);

export const causeMishap: Mishap = (run, memory, device) => {
  let roll = run.chance.random() * total;
  for (const [weight, mishap] of table) {
    roll -= weight;
    if (roll < 0) return mishap(run, memory, device);
  }
};
