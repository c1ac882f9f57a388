import { fileURLToPath } from 'node:url';
import { io } from 'socket.io-client';
import { newId, PROTOCOL_VERSION, serverEvents } from '../../protocol/index.ts';
import { startApp } from '../support/browser-app.ts';
import { callAs, ownAddress, type Person, registerPerson } from '../support/browser-people.ts';
import { type Figure, percentile } from './stats.ts';

const MEMBERS = 200;
const PER_SECOND = 20;
const SECONDS = 30;
const benchServer = fileURLToPath(new URL('./bench-server.ts', import.meta.url));

/** A public chat of 200, all of them there, in which somebody says something every 50 ms: from the request to each socket. */
export async function measureGroup(): Promise<Figure[]> {
  const app = await startApp({ entry: benchServer });
  const sockets: { disconnect(): void }[] = [];
  try {
    const chatId = newId();
    const people = await inTurns(MEMBERS, (index) => registerPerson(app.origin, `Kasapi${index}`));
    const [owner] = people;
    if (!owner) throw new Error('Nobody is there');
    const chat = { id: chatId, type: 'PUBLIC', name: 'Dalawandaan', users: [] };
    await callAs(app.origin, owner, 'POST', '/chats', undefined, chat);
    for (const person of people.slice(1))
      await callAs(app.origin, person, 'POST', `/chats/${chatId}/join`, undefined);

    const sentAt = new Map<string, number>();
    const waits: number[] = [];
    const listen = (person: Person): Promise<void> =>
      new Promise((resolve, reject) => {
        const auth = { token: person.token, deviceId: newId(), protocol: PROTOCOL_VERSION };
        // One address may hold fifty sockets (T12): each member has one of their own.
        const socket = io(app.origin, {
          transports: ['websocket'],
          forceNew: true,
          auth,
          extraHeaders: ownAddress(),
        });
        sockets.push(socket);
        socket.once('heads', () => resolve());
        socket.once('connect_error', reject);
        socket.on('changes', (payload) => {
          const now = performance.now();
          for (const { table, id } of serverEvents.changes.parse(payload).changes) {
            const since = table === 'messages' ? sentAt.get(id) : undefined;
            if (since !== undefined) waits.push(now - since);
          }
        });
      });
    for (const person of people) await listen(person);

    const startedAt = performance.now();
    const sending: Promise<void>[] = [];
    for (let sent = 0; sent < PER_SECOND * SECONDS; sent += 1) {
      const due = startedAt + (sent * 1_000) / PER_SECOND;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      const person = people[sent % people.length] ?? owner;
      const id = newId();
      sentAt.set(id, performance.now());
      const body = { id, content: `Mensahe ${sent}` };
      sending.push(callAs(app.origin, person, 'POST', `/chats/${chatId}/messages`, undefined, body));
    }
    await Promise.all(sending);
    const expected = PER_SECOND * SECONDS * MEMBERS;
    while (waits.length < expected && performance.now() - startedAt < SECONDS * 3_000)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const seconds = (performance.now() - startedAt) / 1_000;
    const of = `group of ${MEMBERS}, ${PER_SECOND} messages a second, one node`;
    return [
      { what: `${of}: deliveries`, value: waits.length / seconds, unit: '/s', samples: waits.length },
      { what: `${of}: request to socket, p50`, value: percentile(waits, 0.5), unit: 'ms' },
      { what: `${of}: request to socket, p99`, value: percentile(waits, 0.99), unit: 'ms' },
      { what: `${of}: never delivered`, value: expected - waits.length, unit: 'of them', samples: expected },
    ];
  } finally {
    for (const socket of sockets) socket.disconnect();
    await app.dispose();
  }
}

/** Four at a time: hashing a password takes a core for a while. */
const inTurns = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let start = 0; start < count; start += 4) {
    const turn = Array.from({ length: Math.min(4, count - start) }, (_, offset) => make(start + offset));
    made.push(...(await Promise.all(turn)));
  }
  return made;
};
