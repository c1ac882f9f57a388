/**
 * A part of the search index: which of up to some thousand messages hold which words. Immutable; all in a few flat arrays,
 * so that reading one is one copy, and a message costs some forty bytes.
 *
 * ```
 * terms     "ako\nakala\n…"   sorted words
 * ends      per word: where its list of documents ends in `postings`
 * postings  the documents of each word, ascending, as differences in 7-bit groups
 * ids       16 bytes for each document        times  seconds       chats  number in `chatIds`
 * ```
 */
export type Segment = {
  terms: string;
  ends: Uint32Array;
  postings: Uint8Array;
  ids: Uint8Array;
  times: Uint32Array;
  chats: Uint16Array;
  chatIds: string[];
};

/** A message as the index sees it. */
export type IndexedDoc = { id: string; chatId: string; seconds: number; words: readonly string[] };

const ID_BYTES = 16;

export const idToBytes = (id: string): Uint8Array => {
  const hex = id.replaceAll('-', '');
  const bytes = new Uint8Array(ID_BYTES);
  for (let at = 0; at < ID_BYTES; at += 1) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  return bytes;
};

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The id of a document. */
export const idAt = ({ ids }: Pick<Segment, 'ids'>, doc: number): string => {
  let hex = '';
  for (let at = 0; at < ID_BYTES; at += 1) hex += HEX[ids[doc * ID_BYTES + at] ?? 0];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

export const docCount = ({ times }: Pick<Segment, 'times'>): number => times.length;

export const bytesOf = (segment: Segment): number =>
  segment.terms.length +
  segment.ends.byteLength +
  segment.postings.byteLength +
  segment.ids.byteLength +
  segment.times.byteLength +
  segment.chats.byteLength +
  segment.chatIds.join().length;

/** What is written while a segment is put together. */
type Draft = {
  docs: { id: Uint8Array; chatId: string; seconds: number }[];
  docsByWord: Map<string, number[]>;
};

const pack = ({ docs, docsByWord }: Draft): Segment => {
  const words = [...docsByWord.keys()].sort((a, b) => (a < b ? -1 : 1));
  const postings: number[] = [];
  const ends = new Uint32Array(words.length);
  for (const [index, word] of words.entries()) {
    let before = -1;
    for (const doc of docsByWord.get(word) ?? []) {
      let step = doc - before - 1;
      before = doc;
      while (step > 127) {
        postings.push((step & 127) | 128);
        step >>>= 7;
      }
      postings.push(step);
    }
    ends[index] = postings.length;
  }
  const chatIds = [...new Set(docs.map(({ chatId }) => chatId))];
  const numbers = new Map(chatIds.map((chatId, number) => [chatId, number]));
  const ids = new Uint8Array(docs.length * ID_BYTES);
  for (const [doc, { id }] of docs.entries()) ids.set(id, doc * ID_BYTES);
  return {
    terms: words.join('\n'),
    ends,
    postings: Uint8Array.from(postings),
    ids,
    times: Uint32Array.from(docs, ({ seconds }) => seconds),
    chats: Uint16Array.from(docs, ({ chatId }) => numbers.get(chatId) ?? 0),
    chatIds,
  };
};

export const buildSegment = (docs: readonly IndexedDoc[]): Segment => {
  const draft: Draft = { docs: [], docsByWord: new Map() };
  for (const [doc, { id, chatId, seconds, words }] of docs.entries()) {
    draft.docs.push({ id: idToBytes(id), chatId, seconds });
    for (const word of words) {
      const known = draft.docsByWord.get(word);
      if (known) known.push(doc);
      else draft.docsByWord.set(word, [doc]);
    }
  }
  return pack(draft);
};

const wordsIn = ({ terms }: Segment): string[] => (terms === '' ? [] : terms.split('\n'));

const eachDoc = ({ postings, ends }: Segment, word: number, visit: (doc: number) => void): void => {
  let at = word === 0 ? 0 : (ends[word - 1] ?? 0);
  const end = ends[word] ?? 0;
  let doc = -1;
  while (at < end) {
    let step = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = postings[at] ?? 0;
      at += 1;
      step |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    doc += step + 1;
    visit(doc);
  }
};

/** Several segments as one, without the documents that `isKept` refuses. */
export const mergeSegments = (
  segments: readonly Segment[],
  isKept: (segment: Segment, doc: number) => boolean = () => true,
): Segment => {
  const draft: Draft = { docs: [], docsByWord: new Map() };
  for (const segment of segments) {
    const newIndexes = new Int32Array(docCount(segment)).fill(-1);
    for (let doc = 0; doc < newIndexes.length; doc += 1) {
      if (!isKept(segment, doc)) continue;
      newIndexes[doc] = draft.docs.length;
      draft.docs.push({
        id: segment.ids.slice(doc * ID_BYTES, (doc + 1) * ID_BYTES),
        chatId: segment.chatIds[segment.chats[doc] ?? 0] ?? '',
        seconds: segment.times[doc] ?? 0,
      });
    }
    for (const [index, word] of wordsIn(segment).entries()) {
      const docs = draft.docsByWord.get(word) ?? [];
      eachDoc(segment, index, (doc) => {
        const newIndex = newIndexes[doc] ?? -1;
        if (newIndex >= 0) docs.push(newIndex);
      });
      if (docs.length > 0) draft.docsByWord.set(word, docs);
    }
  }
  return pack(draft);
};

/** The documents of a segment among `ids`, which are given as bytes. */
export const docsAmong = (segment: Segment, ids: readonly Uint8Array[]): number[] => {
  const found: number[] = [];
  const heads = new Map<number, Uint8Array[]>();
  // The end of an id differs most: those of one moment begin alike.
  const headOf = (bytes: Uint8Array, at: number): number =>
    ((bytes[at + 12] ?? 0) << 24) |
    ((bytes[at + 13] ?? 0) << 16) |
    ((bytes[at + 14] ?? 0) << 8) |
    (bytes[at + 15] ?? 0);
  for (const id of ids) {
    const head = headOf(id, 0);
    heads.set(head, [...(heads.get(head) ?? []), id]);
  }
  for (let doc = 0; doc < docCount(segment); doc += 1) {
    const alike = heads.get(headOf(segment.ids, doc * ID_BYTES));
    if (alike?.some((id) => id.every((byte, at) => segment.ids[doc * ID_BYTES + at] === byte)))
      found.push(doc);
  }
  return found;
};

/** A segment with its words taken apart, for looking things up. */
export type OpenSegment = { readonly segment: Segment; readonly words: readonly string[] };

export const openSegment = (segment: Segment): OpenSegment => ({ segment, words: wordsIn(segment) });

const firstFrom = (words: readonly string[], wanted: string): number => {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The documents in which each of `wanted` begins a word, of one chat or of all. */
export const lookUp = (
  { segment, words }: OpenSegment,
  wanted: readonly string[],
  chatId: string | null,
): number[] => {
  const chat = chatId === null ? -1 : segment.chatIds.indexOf(chatId);
  if (chatId !== null && chat < 0) return [];
  const hits = new Uint8Array(docCount(segment));
  for (const [round, prefix] of wanted.entries()) {
    for (let at = firstFrom(words, prefix); words[at]?.startsWith(prefix); at += 1) {
      eachDoc(segment, at, (doc) => {
        if (hits[doc] === round) hits[doc] = round + 1;
      });
    }
  }
  const found: number[] = [];
  for (let doc = 0; doc < hits.length; doc += 1) {
    if (hits[doc] === wanted.length && (chat < 0 || segment.chats[doc] === chat)) found.push(doc);
  }
  return found;
};
