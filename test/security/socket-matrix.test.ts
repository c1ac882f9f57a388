import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientEvents, heads, newId, privateChatId, serverEvents } from '../../protocol/index.ts';
import { members } from '../../server/db/schema.ts';
import { openApp } from './app.ts';
import { ask } from './ask.ts';
import { type Cast, MEMBERS, type Member } from './cast.ts';
import { cellOf, perMember, socketRows } from './socket-table.ts';
import { type Listener, listen, mentions } from './sockets.ts';
import { gather } from './world.ts';

const LIMIT_MS = 60_000;
/** Receipts and hints are told of every two seconds. */
const WAIT_OPTIONS = { timeout: 20_000, interval: 50 };

const { app, db, close } = await openApp();
const url = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(close);

let cast: Cast;
let listeners: Record<Member, Listener>;
const open: Listener[] = [];
const connect = (member: Member): Listener => {
  const listener = listen(url, cast.tokens[member] ?? '');
  open.push(listener);
  return listener;
};
beforeEach(async () => {
  cast = await gather(db);
}, LIMIT_MS);
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.disconnect();
});

type Cells = Record<Member, string>;
const idOf = (member: Member): string => cast.people[member].id;
const chatWith = (member: Member): string => privateChatId(idOf('O'), idOf(member));
const connectAll = async (): Promise<void> => {
  listeners = perMember(connect);
  await Promise.all(MEMBERS.map((member) => listeners[member].ready));
};

/** An answer about oneself, who is no friend of one's own: it comes after all this socket sent and received. */
const fence = async (member: Member, userIds: readonly string[] = []): Promise<void> => {
  const { socket, received, waitFor } = listeners[member];
  const from = received.length;
  socket.emit('watch', { userIds: [...userIds, idOf(member)] });
  await waitFor(() =>
    received
      .slice(from)
      .some(({ event, payload }) => event === 'presence' && mentions(payload, idOf(member))),
  );
};
const fenceAll = () => Promise.all(MEMBERS.map((member) => fence(member)));
const countOf = (member: Member, event: string): number =>
  listeners[member].received.filter((one) => one.event === event).length;
const hasReceived = (member: Member, event: string, words: string): boolean =>
  listeners[member].received.some((one) => one.event === event && mentions(one.payload, words));
const yesIf = (isIt: (member: Member) => boolean): Cells =>
  perMember((member) => (isIt(member) ? 'yes' : '-'));
const ownIf = (isIt: (member: Member) => boolean): Cells =>
  perMember((member) => (isIt(member) ? 'own' : '-'));

/** One after the other says it, and everybody listens. */
const sayInTurn = async (event: 'typing' | 'stranger:typing', chatId: string): Promise<Cells> => {
  await connectAll();
  const cells = perMember(() => '');
  for (const sender of MEMBERS) {
    const before = perMember((member) => countOf(member, event));
    listeners[sender].socket.emit(event, { chatId });
    await fence(sender);
    await fenceAll();
    cells[sender] = cellOf(
      new Set(MEMBERS.filter((member) => countOf(member, event) > before[member])),
      sender,
    );
  }
  return cells;
};

const watchAt = async (watched: Member): Promise<Cells> => {
  await connectAll();
  await Promise.all(MEMBERS.map((member) => fence(member, [idOf(watched)])));
  const isTold = { userId: idOf(watched), isOnline: true };
  return ownIf((member) =>
    listeners[member].received.some(
      ({ event, payload }) => event === 'presence' && JSON.stringify(payload) === JSON.stringify(isTold),
    ),
  );
};

const changePost = (postId: string, content = 'Magandang gabi') =>
  ask(app, 'PUT /api/v1/posts/:id', { params: { id: postId }, body: { content } }, cast.tokens.O);
/** All look; O, who sees all of it, learns of the change when it is told. */
const lookAt = async (
  look: { postIds: string[]; isFeed: boolean },
  change: () => Promise<{ statusCode: number }>,
): Promise<(member: Member) => boolean> => {
  await connectAll();
  for (const member of MEMBERS) listeners[member].socket.emit('look', look);
  await fenceAll();
  expect((await change()).statusCode).toBeLessThan(300);
  await listeners.O.waitFor((event) => event === 'hint');
  await fenceAll();
  return (member) => countOf(member, 'hint') > 0;
};
const lookAtPost = (postId: string) => lookAt({ postIds: [postId], isFeed: false }, () => changePost(postId));

const deliveredIn = async (chatId: string): Promise<Map<string, number>> => {
  const rows = await db.select().from(members).where(eq(members.chatId, chatId));
  return new Map(rows.map(({ userId, deliveredSeq }) => [userId, deliveredSeq]));
};
const headOf = (member: Member, chatId: string) =>
  listeners[member].received
    .flatMap(({ event, payload }) => (event === 'heads' ? [heads.parse(payload).heads] : []))
    .map((known) => known[`chat:${chatId}`])
    .find((head) => head !== undefined);
/** All claim to have stored O's end of the chat; what M says of the group is written with it, or after it. */
const storeIn = async (chatId: string): Promise<Cells> => {
  await connectAll();
  const [before, groupBefore] = [await deliveredIn(chatId), await deliveredIn(cast.groupId)];
  const cursors = { [`chat:${chatId}`]: headOf('O', chatId) };
  for (const member of MEMBERS) listeners[member].socket.emit('stored', { cursors });
  await fenceAll();
  listeners.M.socket.emit('stored', { cursors: { [`chat:${cast.groupId}`]: headOf('M', cast.groupId) } });
  await vi.waitFor(async () => {
    const group = await deliveredIn(cast.groupId);
    expect(group.get(idOf('M'))).toBeGreaterThan(groupBefore.get(idOf('M')) ?? 0);
  }, WAIT_OPTIONS);
  const after = await deliveredIn(chatId);
  return ownIf((member) => (after.get(idOf(member)) ?? 0) > (before.get(idOf(member)) ?? 0));
};

const headsOf = async (chatId: string): Promise<Cells> => {
  await connectAll();
  return yesIf((member) => hasReceived(member, 'heads', chatId));
};
const writeTo = async (sender: Member, chatId: string): Promise<Cells> => {
  await connectAll();
  const words = `canary ${newId()}`;
  const call = { params: { id: chatId }, body: { id: newId(), content: words } };
  const answer = await ask(app, 'POST /api/v1/chats/:id/messages', call, cast.tokens[sender]);
  expect(answer.statusCode).toBe(201);
  await fenceAll();
  return yesIf((member) => hasReceived(member, 'changes', words));
};
const typeAsOwner = async (event: 'typing' | 'stranger:typing', chatId: string): Promise<Cells> => {
  await connectAll();
  listeners.O.socket.emit(event, { chatId });
  await fence('O');
  await fenceAll();
  return yesIf((member) => countOf(member, event) > 0);
};
const comeAsOwner = async (): Promise<Cells> => {
  const others = MEMBERS.filter((member) => member !== 'O');
  listeners = perMember(connect);
  listeners.O.socket.disconnect();
  await Promise.all(others.map((member) => listeners[member].ready));
  await Promise.all(others.map((member) => fence(member, [idOf('O')])));
  listeners.O = connect('O');
  await listeners.F.waitFor((event, payload) => event === 'presence' && mentions(payload, 'true'));
  await fenceAll();
  return yesIf((member) => hasReceived(member, 'presence', 'true'));
};
const endWithStranger = async (): Promise<Cells> => {
  await connectAll();
  const call = { params: { id: cast.strangerChatId }, body: { how: 'end' as const } };
  await ask(app, 'POST /api/v1/strangers/chats/:id/end', call, cast.tokens.O);
  await fenceAll();
  return yesIf((member) => countOf(member, 'stranger:changed') > 0);
};
const signOut = async (): Promise<Cells> => {
  await connectAll();
  await ask(app, 'POST /api/v1/auth/logout', {}, cast.tokens.O);
  await listeners.O.cut;
  await Promise.all(MEMBERS.filter((member) => member !== 'O').map((member) => fence(member)));
  return yesIf((member) => countOf(member, 'session:revoked') > 0);
};
const newPost = () =>
  ask(app, 'POST /api/v1/posts', { body: { id: newId(), content: 'Kumain na ba kayo?' } }, cast.tokens.O);

/** How each situation comes about, and who learned of it. */
const scenes: Readonly<Record<string, () => Promise<Cells>>> = {
  'client typing in the group': () => sayInTurn('typing', cast.groupId),
  'client typing in the PUBLIC chat': () => sayInTurn('typing', cast.publicId),
  'client typing in the chat of O and F': () => sayInTurn('typing', cast.privateId),
  'client typing in the chat of O and B': () => sayInTurn('typing', chatWith('B')),
  'client typing in the chat of O and b': () => sayInTurn('typing', chatWith('b')),
  "client typing in P's request": () => sayInTurn('typing', cast.requestId),
  'client typing in no chat': () => sayInTurn('typing', newId()),
  'client stranger:typing in the chat of O and M': () => sayInTurn('stranger:typing', cast.strangerChatId),
  'client watch O, who is there': () => watchAt('O'),
  'client watch F, who is there': () => watchAt('F'),
  'client look at the public post': async () => ownIf(await lookAtPost(cast.postId)),
  'client look at the private post': async () => ownIf(await lookAtPost(cast.privatePostId)),
  'client look at the anonymous post': async () => ownIf(await lookAtPost(cast.anonymousPostId)),
  'client look at the feed': async () => ownIf(await lookAt({ postIds: [], isFeed: true }, newPost)),
  'client stored the group': () => storeIn(cast.groupId),
  'client stored the chat of O and F': () => storeIn(cast.privateId),
  "client stored P's request": () => storeIn(cast.requestId),
  'server heads of the group': () => headsOf(cast.groupId),
  "server heads of P's request": () => headsOf(cast.requestId),
  'server changes O writes to the group': () => writeTo('O', cast.groupId),
  'server changes P writes to O once more': () => writeTo('P', cast.requestId),
  'server typing O types in the group': () => typeAsOwner('typing', cast.groupId),
  'server presence O comes': comeAsOwner,
  'server stranger:typing O types to M': () => typeAsOwner('stranger:typing', cast.strangerChatId),
  'server stranger:changed O ends the chat with M': endWithStranger,
  'server hint the public post changes': async () => yesIf(await lookAtPost(cast.postId)),
  'server session:revoked O signs out': signOut,
};
const sceneOf = ({ from, event, situation }: (typeof socketRows)[number]): string =>
  `${from} ${event} ${situation}`;

describe('the matrix of sockets', { timeout: LIMIT_MS }, () => {
  it('has a row for every event of the protocol, and no row without an event', () => {
    const eventsFrom = (side: string) =>
      new Set(socketRows.filter(({ from }) => from === side).map(({ event }) => event));
    expect(eventsFrom('client')).toEqual(new Set(Object.keys(clientEvents)));
    expect(eventsFrom('server')).toEqual(new Set(Object.keys(serverEvents)));
    expect(new Set(socketRows.map(sceneOf))).toEqual(new Set(Object.keys(scenes)));
  });

  it.each(socketRows)('$from: $event ($situation)', async (row) => {
    const cells = await scenes[sceneOf(row)]?.();
    expect(cells).toEqual(row.cells);
  });
});
