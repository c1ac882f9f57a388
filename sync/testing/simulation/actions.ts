import { friendshipId, type MutationArgs, privateChatId } from '../../../protocol/index.ts';
import type { ListId, LocalMessage } from '../../storage/rows.ts';
import { listId } from '../../windows/kinds.ts';
import { doToChats } from '../chat-actions.ts';
import type { Device, Tab } from '../device.ts';
import { doWithPosts } from '../post-actions.ts';
import type { Run } from './run.ts';

/** A message's file has its id here: a reader of the message can name it. No byte of it ever arrives. */
const attachedTo = (id: string): Pick<MutationArgs<'sendMessage'>, 'images' | 'files' | 'voices'> => {
  if (/[0-3]$/.test(id)) return { images: [id] };
  if (!/[45]$/.test(id)) return {};
  return { files: [id], voices: { [id]: { durationMs: 4_000, waveform: 'AZ09az+/'.repeat(8) } } };
};

/** Some words have a link, of which a preview is wished. */
const linkIn = (id: string): string | undefined =>
  /[6-9]$/.test(id) ? `https://site.example/${id.replaceAll(/[^a-f]/g, '')}` : undefined;

const sendMessages = (run: Run, tab: Tab, chatId: string): void => {
  const { world, chance } = run;
  run.count('sendMessage');
  for (let more = chance.happens(0.2) ? 5 : 1; more > 0; more -= 1) {
    const id = world.newId();
    const preview = linkIn(id);
    const args = {
      id,
      chatId,
      content: preview === undefined ? run.words() : `${run.words()} ${preview}`,
      ...(preview === undefined ? {} : { preview }),
      ...attachedTo(id),
      writtenAt: new Date(world.time.now()).toISOString(),
    };
    run.attempt(tab.engine.mutate('sendMessage', args));
  }
};

/** A first message to somebody, who may be no friend: it makes the chat, or asks for one. To oneself it is a saved one. */
const writeToPerson = (run: Run, device: Device, tab: Tab): void => {
  const { world, chance } = run;
  const person = chance.pick(run.people);
  if (person === undefined) return;
  run.count(person.id === device.userId ? 'savedMessage' : 'firstMessage');
  const args = {
    id: world.newId(),
    chatId: privateChatId(device.userId, person.id),
    recipientId: person.id,
    content: run.words(),
    writtenAt: new Date(world.time.now()).toISOString(),
  };
  run.attempt(tab.engine.mutate('sendMessage', args));
};

/** New words, with another link, the same or none; or the same words without their preview. */
const editOf = ({ chance, world, words }: Run, { content, preview }: LocalMessage) => {
  if (preview !== undefined && chance.happens(0.3)) return { content: content ?? '', preview: null };
  const link = chance.happens(0.4) ? (preview?.url ?? linkIn(world.newId())) : undefined;
  if (link === undefined) return { content: words() };
  return { content: `${words()} ${link}`, ...(chance.happens(0.5) ? { preview: link } : {}) };
};

const actOnMessage = (run: Run, tab: Tab, message: LocalMessage): void => {
  const { id: messageId, chatId, content, media } = message;
  const { chance } = run;
  const target = { chatId, messageId };
  const name = chance.pick([
    'editMessage',
    'deleteMessage',
    'hideMessage',
    'reactToMessage',
    'pinMessage',
    'starMessage',
  ] as const);
  if (name === undefined) return;
  const { engine } = tab;
  const isAwaited = media.some(({ state }) => state === 'awaited');
  if (name === 'reactToMessage' && isAwaited && chance.happens(0.3)) {
    run.count('withdrawFile');
    run.attempt(engine.mutate('withdrawFile', { ...target, fileId: messageId }));
    return;
  }
  run.count(name);
  if (name === 'editMessage') {
    // An edit that was begun over other words is refused, and nothing else stands behind it.
    const expected = chance.happens(0.5) ? { expectedContent: content } : {};
    run.attempt(engine.mutate(name, { ...target, ...expected, ...editOf(run, message) }));
  } else if (name === 'deleteMessage') run.attempt(engine.mutate(name, target));
  else if (name === 'pinMessage')
    run.attempt(engine.mutate(name, { ...target, isPinned: chance.happens(0.7) }));
  else if (name === 'starMessage')
    run.attempt(engine.mutate(name, { ...target, isStarred: chance.happens(0.7) }));
  else if (name === 'hideMessage')
    run.attempt(engine.mutate(name, { ...target, hidden: chance.happens(0.7) }));
  else {
    const emoji = chance.pick(['👍', '❤️', null]) ?? null;
    run.attempt(engine.mutate(name, { ...target, emoji }));
  }
  if (!media.some(({ waveform }) => waveform !== undefined)) return;
  run.count('markListened');
  run.attempt(engine.mutate('markListened', target));
};

const befriend = (run: Run, device: Device, tab: Tab): void => {
  const { chance, people } = run;
  const person = chance.pick(people);
  if (person === undefined) return;
  const id = friendshipId(device.userId, person.id);
  const name = chance.pick([
    'requestFriend',
    'requestFriend',
    'requestFriend',
    'acceptFriend',
    'rejectFriend',
    'cancelRequest',
    'unfriend',
    'setBlock',
    'muteAuthor',
  ] as const);
  if (name === undefined || (person.id === device.userId && name !== 'requestFriend')) return;
  run.count(name);
  const { engine } = tab;
  if (name === 'requestFriend') run.attempt(engine.mutate(name, { uniqueCode: person.uniqueCode }));
  else if (name === 'setBlock')
    run.attempt(engine.mutate(name, { userId: person.id, blocked: chance.happens(0.5) }));
  else if (name === 'muteAuthor')
    run.attempt(engine.mutate(name, { userId: person.id, muted: chance.happens(0.5) }));
  else run.attempt(engine.mutate(name, { friendshipId: id }));
};

const changeAccount = (run: Run, device: Device, tab: Tab): void => {
  const { world, chance } = run;
  if (chance.happens(0.4)) {
    run.count('updateProfile');
    run.attempt(tab.engine.mutate('updateProfile', { userId: device.userId, firstName: run.words() }));
  } else if (chance.happens(0.7)) {
    run.count('updateSettings');
    const isOn = chance.happens(0.5);
    const wanted = { hidePreviews: isOn, groupInvites: isOn ? 'nobody' : 'everyone' } as const;
    run.attempt(tab.engine.mutate('updateSettings', wanted));
  } else {
    run.count('reportThing');
    const report = { id: world.newId(), kind: 'person', targetId: world.newId(), reason: 'spam' } as const;
    run.attempt(tab.engine.mutate('reportThing', report));
  }
};

/** A roll that falls to what is done to chats. */
const CHATS = 0.3;

/** One thing that a member does in a tab. */
export const mutate = (run: Run, device: Device, tab: Tab): void => {
  const { world, chance } = run;
  const { stores } = device.disk;
  const chatId = chance.pick([...stores.chats.keys()]);
  // Invitations are rare; left to chance alone, two dozen runs in a row answer none.
  const isInvited = [...stores.invitations.values()].some((row) => row.userId === device.userId);
  const roll = isInvited && chance.happens(0.5) ? CHATS : chance.random();
  if (roll < 0.25) {
    const postIds = [...world.server.state().tables.posts.keys()];
    const { random, pick } = chance;
    const { name, done } = doWithPosts(tab.engine, device.disk, {
      random,
      newId: world.newId,
      pick,
      postIds,
    });
    run.count(name);
    run.attempt(done);
  } else if (roll < 0.4) {
    const { random } = chance;
    const tools = { people: run.people, random, newId: world.newId, now: world.time.now(), run: run.attempt };
    const action = doToChats(device, tab, tools);
    if (action !== null) run.count(action);
  } else if (roll < 0.44) writeToPerson(run, device, tab);
  else if (roll < 0.72 && chatId !== undefined) sendMessages(run, tab, chatId);
  else if (roll < 0.8 && chatId !== undefined) {
    const rows = [...stores.messages.values()].filter((row) => row.chatId === chatId);
    const message = chance.pick(rows);
    if (message !== undefined) actOnMessage(run, tab, message);
  } else if (roll < 0.88 && chatId !== undefined) {
    const lastSeq = stores.chats.get(chatId)?.lastSeq ?? 0;
    if (lastSeq === 0) return;
    run.count('markSeen');
    const seq = 1 + Math.floor(chance.random() * lastSeq);
    run.attempt(tab.engine.mutate('markSeen', { chatId, seq }));
    run.count('markScreenSeen');
    const until = new Date(world.time.now()).toISOString();
    run.attempt(tab.engine.mutate('markScreenSeen', { url: '/profile/friend-requests', until }));
  } else if (roll < 0.95) befriend(run, device, tab);
  else changeAccount(run, device, tab);
};

/** Somebody scrolls a list that is held in part. */
export const readList = (run: Run, device: Device, tab: Tab): void => {
  const { chance } = run;
  const { stores } = device.disk;
  const chatId = chance.pick([...stores.chats.keys()]);
  const post = chance.pick([...stores.posts.values()]);
  const lists: ListId[] = ['feed:all'];
  if (chatId !== undefined) lists.push(listId('messages', chatId));
  if (post !== undefined)
    lists.push(listId('comments', post.id), listId('feed', `creator:${post.creatorId}`));
  const list = chance.pick(lists) ?? 'feed:all';
  run.count(`list ${list.slice(0, list.indexOf(':'))}`);
  const isOlder = list.startsWith('messages:') || chance.happens(0.5);
  if (chatId !== undefined && list === listId('messages', chatId) && chance.happens(0.3)) {
    run.count('list alone');
    const seq = Math.ceil(chance.random() * (stores.chats.get(chatId)?.lastSeq ?? 1)) || 1;
    run.attempt(tab.engine.loadMessagesUpTo(chatId, seq));
  } else if (!chance.happens(0.25))
    run.attempt(isOlder ? tab.engine.loadOlder(list) : tab.engine.loadNewest(list));
  else {
    run.count('list whole');
    run.attempt(tab.engine.loadAll(list));
  }
};
