import { DEFAULT_SETTINGS, friendshipId, privateChatId, userScope } from '../../protocol/index.ts';
import { createDevice, type Device, type DeviceOptions } from './device.ts';
import { createModelServer, type ModelLimits, type ModelServer } from './model-server.ts';
import { createPrivateChat } from './model-state.ts';
import { createRandom, createSeededIds, createVirtualTime, type VirtualTime } from './virtual-time.ts';

export type Person = { id: string; uniqueCode: string; firstName: string };

export type World = {
  readonly time: VirtualTime;
  readonly server: ModelServer;
  readonly random: () => number;
  readonly newId: () => string;
  addPerson(firstName: string): Person;
  /** Friends with their private chat; answers the chat's id. */
  befriend(a: Person, b: Person): string;
  createGroup(people: readonly Person[]): string;
  addDevice(
    person: Person,
    options?: Pick<
      DeviceOptions,
      | 'fate'
      | 'copies'
      | 'isFatal'
      | 'onHttpStep'
      | 'isFull'
      | 'saysOnline'
      | 'blocksSockets'
      | 'cutsFilesAfter'
      | 'hasDigest'
      | 'refusesFile'
      | 'onNotice'
      | 'storage'
    >,
  ): Device;
};

/** A server, a clock and people: everything that two devices need to meet. */
export const createWorld = (seed = 1, limits?: ModelLimits): World => {
  const random = createRandom(seed);
  const newId = createSeededIds(random);
  const time = createVirtualTime();
  const server = createModelServer({ now: time.now, newId, ...(limits ? { limits } : {}) });
  let codes = 0;

  return {
    time,
    server,
    random,
    newId,
    addPerson(firstName) {
      codes += 1;
      const person = { id: newId(), uniqueCode: `C${String(codes).padStart(12, '0')}`, firstName };
      server.act((tx, at) => {
        const names = { firstName, middleName: null, lastName: 'Reyes', avatarId: null, createdAt: at };
        tx.put('users', { id: person.id, uniqueCode: person.uniqueCode, ...names }, userScope(person.id));
        const account = { id: person.id, email: `${codes}@example.test`, birthDate: '1990-05-05' };
        tx.put('settings', { ...DEFAULT_SETTINGS, ...account }, userScope(person.id));
      });
      return person;
    },
    befriend(a, b) {
      const chatId = privateChatId(a.id, b.id);
      server.act((tx, at) => {
        const scopes = [userScope(a.id), userScope(b.id)];
        tx.put(
          'friendships',
          {
            id: friendshipId(a.id, b.id),
            requesterId: a.id,
            requesteeId: b.id,
            status: 'APPROVED',
            createdAt: at,
            approvedAt: at,
          },
          ...scopes,
        );
        for (const person of [a, b]) tx.log('users', person.id, ...scopes);
        createPrivateChat(tx, { chatId, users: [a.id, b.id], at });
      });
      return chatId;
    },
    createGroup(people) {
      const chatId = newId();
      server.act((tx, at) =>
        createPrivateChat(tx, { chatId, users: people.map((one) => one.id), at, type: 'GROUP' }),
      );
      return chatId;
    },
    addDevice: (person, options) =>
      createDevice({ userId: person.id, server, time, random, newId, ...options }),
  };
};
