import type { MessageRow } from './rows/message.ts';
import { searchedText, wordsOf } from './search-words.ts';
import { instant } from './text.ts';
import { z } from './zod.ts';

/** What a message may have besides words: pictures and films, other files, voice messages, links. */
export const searchHas = z.enum(['media', 'file', 'voice', 'link']);
export type SearchHas = z.infer<typeof searchHas>;

/** What of a message its marks say. */
type Marked = Pick<MessageRow, 'content' | 'media' | 'senderId'>;

/** A superset of what is drawn as a link, for which no finder of links is needed. */
const LINK = /https?:\/\/\S/i;

/** What a message has. What was withdrawn is there no more. */
export const hasOf = ({ content, media }: Pick<Marked, 'content' | 'media'>): Set<SearchHas> => {
  const all = new Set<SearchHas>();
  for (const { kind, state, waveform } of media) {
    if (state === 'withdrawn') continue;
    all.add(kind !== 'file' ? 'media' : waveform === undefined ? 'file' : 'voice');
  }
  if (content !== null && LINK.test(content)) all.add('link');
  return all;
};

/** Stands in an index like a word, and is none: no word has a colon. */
export const markOfHas = (has: SearchHas): string => `:has:${has}`;
export const markOfSender = (userId: string): string => `:from:${userId}`;

const ownMarksOf = (message: Marked): string[] => [
  ...(message.senderId === null ? [] : [markOfSender(message.senderId)]),
  ...[...hasOf(message)].map(markOfHas),
];

/** What an index holds of a message: its words, and marks for who sent it and what it has. */
export const indexedWordsOf = (message: Marked): string[] => [
  ...wordsOf(searchedText(message)),
  ...ownMarksOf(message),
];

/** What `indexedWordsOf` depends on: of the same text, an index holds the same. Empty for what is in no index. */
export const indexedTextOf = (message: Marked & Pick<MessageRow, 'kind' | 'deletedAt'>): string =>
  message.kind === 'system' || message.deletedAt !== null
    ? ''
    : [searchedText(message), ...ownMarksOf(message)].join('\n');

/** Which messages are wanted besides what they say. */
export const searchFilters = z.object({
  senderId: z.optional(z.uuid()),
  has: z.optional(searchHas),
  /** Both ends belong to it, by the server's time of the message. */
  since: z.optional(instant()),
  until: z.optional(instant()),
});
export type SearchFilters = z.infer<typeof searchFilters>;

/** The marks that a message has to have. */
export const marksOf = ({ senderId, has }: Pick<SearchFilters, 'senderId' | 'has'>): string[] => [
  ...(senderId === undefined ? [] : [markOfSender(senderId)]),
  ...(has === undefined ? [] : [markOfHas(has)]),
];

/** Whether a message is one of those that are wanted, whatever it says. */
export const passesFilters = (
  message: Marked & Pick<MessageRow, 'createdAt'>,
  { senderId, has, since, until }: SearchFilters,
): boolean =>
  (senderId === undefined || message.senderId === senderId) &&
  (has === undefined || hasOf(message).has(has)) &&
  (since === undefined || Date.parse(message.createdAt) >= Date.parse(since)) &&
  (until === undefined || Date.parse(message.createdAt) <= Date.parse(until));
