import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor, Move, moves, Things } from '../../../../test/support/batch-moves.ts';
import { settle } from '../../../../test/support/batch-world.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../../../testing/open-database.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
afterAll(() => opened.close());

type Made = [actor: Actor, name: keyof typeof moves, args: (things: Things) => object];
const target = (chat: 'pair' | 'group', message: number) => (things: Things) => ({
  chatId: things.chat(chat),
  messageId: things.message(message),
});
const said = target('pair', 0);
const send = (content: string) => (things: Things) => ({
  ...{ id: things.message(4), chatId: things.chat('pair'), content, writtenAt: things.now() },
});
const aboutBen = (more: object) => (things: Things) => ({ userId: things.person('ben'), ...more });
const tie = (things: Things) => ({ friendshipId: things.friendship('ana', 'ben') });
const voice = (things: Things) => ({ chatId: things.chat('pair'), messageId: things.voice('pair') });
const request = (more: object) => (things: Things) => ({ chatId: things.chat('request'), ...more });
const pair = (more: object) => (things: Things) => ({ chatId: things.chat('pair'), ...more });
const post = (more: object) => (things: Things) => ({ postId: things.post(0), ...more });

/** What the last one is answered because of the one before it, and would not be otherwise. */
const causes: [title: string, Made[], answer: RegExp][] = [
  [
    'a block ends what may be said',
    [
      ['ana', 'setBlock', aboutBen({ blocked: true })],
      ['ben', 'sendMessage', send('Oy')],
    ],
    /not_found/,
  ],
  [
    'a block that is taken away lets things be said again',
    [
      ['ana', 'setBlock', aboutBen({ blocked: true })],
      ['ana', 'setBlock', aboutBen({ blocked: false })],
      ['ben', 'sendMessage', send('Oy')],
    ],
    /"requestedBy":"ben"/,
  ],
  [
    'a block hides a post',
    [
      ['ana', 'setBlock', aboutBen({ blocked: true })],
      ['ben', 'setLike', post({ liked: true })],
    ],
    /not_found/,
  ],
  [
    'a block ends the friendship',
    [
      ['ana', 'setBlock', aboutBen({ blocked: true })],
      ['ana', 'unfriend', tie],
    ],
    /not_found/,
  ],
  [
    'a block lets no mute be set',
    [
      ['ana', 'setBlock', aboutBen({ blocked: true })],
      ['ana', 'muteAuthor', aboutBen({ muted: true })],
    ],
    /not_found/,
  ],
  [
    'an end of a friendship makes a message a request',
    [
      ['ana', 'unfriend', tie],
      ['ben', 'sendMessage', send('Oy')],
    ],
    /"requestedBy":"ben"/,
  ],
  [
    'an end of a friendship ends changes',
    [
      ['ana', 'unfriend', tie],
      ['ben', 'reactToMessage', (things) => ({ ...said(things), emoji: '👍' })],
    ],
    /forbidden/,
  ],
  [
    'a deleted message takes no star',
    [
      ['ana', 'deleteMessage', said],
      ['ben', 'starMessage', (things) => ({ ...said(things), isStarred: true })],
    ],
    /conflict/,
  ],
  [
    'a deleted message takes no pin',
    [
      ['ana', 'deleteMessage', said],
      ['ben', 'pinMessage', (things) => ({ ...said(things), isPinned: true })],
    ],
    /conflict/,
  ],
  [
    'a star ends with its message',
    [
      ['ben', 'starMessage', (things) => ({ ...said(things), isStarred: true })],
      ['ana', 'deleteMessage', said],
    ],
    /"chat:pair":/,
  ],
  [
    'a star is told the new words',
    [
      ['ana', 'starMessage', (things) => ({ ...said(things), isStarred: true })],
      ['ana', 'editMessage', (things) => ({ ...said(things), content: 'Iba na' })],
    ],
    /"table":"starredMessages","version":2/,
  ],
  [
    'a star goes with what is cleared',
    [
      ['ana', 'starMessage', (things) => ({ ...said(things), isStarred: true })],
      ['ana', 'clearChat', pair({ seq: 1 })],
    ],
    /"id":"ana:message 0","row":null,"table":"starredMessages","version":2/,
  ],
  [
    'a cleared message cannot be hidden',
    [
      ['ana', 'clearChat', pair({ seq: 1 })],
      ['ana', 'hideMessage', (things) => ({ ...said(things), hidden: true })],
    ],
    /not_found/,
  ],
  [
    'a hidden message is shown again',
    [
      ['ana', 'hideMessage', (things) => ({ ...said(things), hidden: true })],
      ['ana', 'hideMessage', (things) => ({ ...said(things), hidden: false })],
    ],
    /"id":"ana:message 0","row":null,"table":"hidden","version":2/,
  ],
  [
    'receipts that are turned off tell of no listening',
    [
      ['ana', 'updateSettings', () => ({ sendReadReceipts: false })],
      ['ana', 'markListened', voice],
    ],
    /^\[\{\},\[\],false\]$/,
  ],
  [
    'an edit of a pinned message is told with the pin',
    [
      ['ben', 'pinMessage', (things) => ({ ...said(things), isPinned: true })],
      ['ana', 'editMessage', (things) => ({ ...said(things), content: 'Iba na' })],
    ],
    /"table":"pinnedMessages"/,
  ],
  [
    'an accepted request can be pinned',
    [
      ['ana', 'answerMessageRequest', request({ isAccepted: true })],
      ['ana', 'setChatPin', request({ rank: 'a0' })],
    ],
    /"pinRank":"a0"/,
  ],
  [
    'a declined request cannot be pinned',
    [
      ['ana', 'answerMessageRequest', request({ isAccepted: false })],
      ['ana', 'setChatPin', request({ rank: 'a0' })],
    ],
    /forbidden/,
  ],
  [
    'archiving takes the pin away',
    [
      ['ana', 'setChatPin', pair({ rank: 'a0' })],
      ['ana', 'setChatPreferences', pair({ isArchived: true })],
      ['ana', 'setChatPin', pair({ rank: 'a1', isMove: true })],
    ],
    /^\[\{\},\[\],false\]$/,
  ],
  [
    'a cancelled request cannot be rejected',
    [
      ['dana', 'cancelRequest', (things) => ({ friendshipId: things.friendship('dana', 'ben') })],
      ['ben', 'rejectFriend', (things) => ({ friendshipId: things.friendship('dana', 'ben') })],
    ],
    /not_found/,
  ],
  [
    'a new name stands above what is written next',
    [
      ['ana', 'updateProfile', (things) => ({ userId: things.person('ana'), firstName: 'Anita' })],
      ['ana', 'createPost', (things) => ({ id: things.post(1), content: 'Tara' })],
    ],
    /Anita/,
  ],
];

it.each(causes)('in one batch as one by one: %s', async (_title, made, answer) => {
  const list = made.map(([actor, name, argsIn], key): Move => ({ actor, name, key, plan: {}, argsIn }));
  const [single, grouped] = [await settle(opened.db), await settle(opened.db)];
  const expected: string[] = [];
  for (const one of list) expected.push(await single.run(one));
  expect(expected.at(-1)).toMatch(answer);
  expect(await Promise.all(list.map(grouped.run))).toEqual(expected);
  expect(await grouped.dump()).toEqual(await single.dump());
});
