import { writeSync } from 'node:fs';
import * as protocol from '../../../protocol/index.ts';
import { foldText, hasWords, hitsIn, wantedOf } from '../../../protocol/search-words.ts';
import { deviceNameOf } from '../../../server/modules/auth/device-name.ts';
import { createFlowCookie } from '../../../server/modules/auth/oidc/flow-cookie.ts';
import { readRange } from '../../../server/modules/files/headers.ts';
import { cleanName } from '../../../server/modules/files/store-upload.ts';
import { likePattern } from '../../../server/modules/paging.ts';
import { createDeviceCookie } from '../../../server/modules/sync/pull/device-cookie.ts';
import { isEmojiOnly, shortenText, splitMessage } from '../../../src/components/message-text.ts';
import { mentionAt, mentionedIn } from '../../../src/features/chat/mention-query.ts';
import { tidyCode } from '../../../src/features/friends/typed-code.ts';
import { findGiveaways } from '../../../src/features/posts/identity-check.ts';
import { markedPieces } from '../../../src/features/search/marked.ts';
import { matchesSearch } from '../../../src/features/shell/search.ts';
import { splitLinks } from '../../../sync/links/split-links.ts';
import { shareOf } from '../../support/share-of.ts';
import { anyTexts, LENGTH, textsFor } from './adversarial.ts';
import { fillSchema, schemasOf } from './fill-schema.ts';
import { findPatterns } from './find-patterns.ts';

/**
 * Works on everything that meets texts of others, one after the other from the number that is given, and says before each
 * what it is. The parent process ends it when it is silent for too long, and continues after the last one it reported.
 */

/** A pipe is full while the parent has other things to do (EAGAIN): the line is written when it has read some. */
const say = (line: string): void => {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
};
const WAIT_MS = 10;
/** A function meets a share of the texts, a pattern half of its own. */
const SHARES = 4;
type Task = { name: string; run: () => void };

const ME = {
  firstName: 'Ana',
  middleName: null,
  lastName: 'Reyes',
  uniqueCode: 'ABCDEFGHJKMNP',
  email: 'a@b.example',
};
const NAMES = ['Ana Reyes', 'Ana (x+)+', '.*', 'a'.repeat(60), 'aaa aaa aaa'];
const PEOPLE = NAMES.map((name) => ({ id: name, name }));

const functions: Record<string, (text: string) => unknown> = {
  splitLinks,
  splitMessage: (text) => splitMessage(text, NAMES),
  isEmojiOnly,
  shortenText,
  mentionAt: (text) => mentionAt(text, text.length),
  mentionedIn: (text) => mentionedIn(text, { chosen: PEOPLE, people: PEOPLE }),
  markedPieces: (text) => [markedPieces(text, 'ana r'), markedPieces('Ana Reyes', text)],
  matchesSearch: (text) => [matchesSearch(text, 'ana'), matchesSearch('ana', text)],
  foldText,
  wantedOf,
  hasWords: (text) => [hasWords(text, wantedOf('ana reyes')), hasWords('ana reyes', wantedOf(text))],
  hitsIn: (text) => [hitsIn(text, wantedOf('a')), hitsIn('Ana Reyes', wantedOf(text))],
  findGiveaways: (text) => findGiveaways(text, ME),
  tidyCode: (text) => tidyCode(text, 3),
  normalizeUniqueCode: protocol.normalizeUniqueCode,
  normalizeEmail: protocol.normalizeEmail,
  isOneEmoji: protocol.isOneEmoji,
  deviceNameOf,
  flowCookie: (cookie) => {
    try {
      return createFlowCookie(true).require({ headers: { cookie } });
    } catch (error) {
      return error;
    }
  },
  deviceCookie: (cookie) => createDeviceCookie(true).read({ headers: { cookie } }),
  readRange: (text) => readRange(text, 100),
  cleanName,
  likePattern,
};

const helpers: Record<string, () => { safeParse: (value: unknown) => unknown }> = {
  freeText: () => protocol.freeText(100),
  requiredText: () => protocol.requiredText(100),
  nameText: () => protocol.nameText(60),
  optionalName: () => protocol.optionalName(60),
  email: () => protocol.email(),
  newPassword: () => protocol.newPassword(),
  uniqueCode: () => protocol.uniqueCode(),
  uuid: () => protocol.uuid(),
  instant: () => protocol.instant(),
};

const each = (texts: Iterable<string>, work: (text: string) => void): void => {
  for (const text of texts) {
    work(text);
    say('.');
  }
};

/** For whole schemas, of which there are many: the kinds of text that their parts are known to look at. */
const FOR_SCHEMAS = [
  `a${'\u0316\u0301'.repeat(LENGTH / 2)}`,
  ...['a', ' ', '0', '-', '.', 'a@', 'a.', '/', '😀'].map((part) => part.repeat(LENGTH / part.length)),
];

/** They meet what we wrote ourselves, while building or starting, and no text of anybody else. */
const OWN_TEXTS = ['server/plugins/first-pages.ts', 'src/i18n/pseudo.ts'];

const patterns = findPatterns().patterns.filter(
  ({ where }) => !OWN_TEXTS.some((file) => where.startsWith(file)),
);
const tasks: Task[] = [
  ...patterns.map(({ where, source, flags }) => ({
    name: `${where} /${source}/${flags}`,
    run: () => {
      const once = new RegExp(source, flags);
      const all = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
      each(shareOf(textsFor(source, LENGTH), source, 2), (text) => {
        once.lastIndex = 0;
        once.exec(text);
        text.replace(all, '');
      });
    },
  })),
  ...Object.entries(functions).map(([name, work]) => ({
    name: `${name}()`,
    run: () => each(shareOf(anyTexts(LENGTH), name, SHARES), work),
  })),
  ...Object.entries(helpers).map(([name, make]) => ({
    name: `${name}() of protocol`,
    run: () => each(shareOf(anyTexts(LENGTH), name, SHARES), (text) => make().safeParse(text)),
  })),
  ...[
    ...schemasOf(protocol),
    ...Object.entries(protocol.mutations).map(([name, { args }]) => [`arguments of ${name}`, args] as const),
  ].map(([name, schema]) => ({
    name: `${name} of protocol`,
    run: () => each(FOR_SCHEMAS, (text) => schema.safeParse(fillSchema(schema, text))),
  })),
];

for (let index = Number(process.argv[2] ?? 0); index < tasks.length; index += 1) {
  const task = tasks[index];
  say(`begin ${index} ${task?.name}`);
  task?.run();
}
say('end');
