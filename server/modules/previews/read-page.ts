import { Parser } from 'htmlparser2';
import { cutText, LIMITS, shownName } from '../../../protocol/index.ts';
import type { Body } from './fetch-public.ts';

/** What a page says of itself. `picture` is an address, as it is written there, made whole by the page's own. */
export type PageFacts = { title: string; description: string | null; picture: string | null };

/** How far a page is searched for the letters that it is written in (HTML, prescan). */
const CHARSET_WITHIN = 1_024;
/** The head of a page is flat: what is nested deeper was made to take long. */
const DEPTH_MAX = 64;
/** Of each text, before it is cleaned. */
const RAW_MAX = 4_000;

/** The properties that are used, the better ones first (https://ogp.me, Twitter cards, HTML). */
const SOURCES = {
  title: ['og:title', 'twitter:title', 'title'],
  description: ['og:description', 'twitter:description', 'description'],
  picture: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const;
const USED = new Set<string>(Object.values(SOURCES).flat());

/**
 * Reads the head of a page as it comes, and no further. It is not whole, or not well written, more often than not: what
 * there is, is used.
 * @returns null for a page without a title
 */
export const readPage = async ({ chunks, charset }: Body, address: URL): Promise<PageFacts | null> => {
  const head = openHead();
  let decoder: TextDecoder | null = null;
  let held = new Uint8Array(0);
  const write = (bytes: Uint8Array): void => {
    decoder ??= decoderOf(held, charset);
    head.write(decoder.decode(bytes, { stream: true }));
  };
  for await (const chunk of chunks) {
    if (decoder === null) held = Buffer.concat([held, chunk]);
    if (decoder === null && held.byteLength < CHARSET_WITHIN) continue;
    write(decoder === null ? held : chunk);
    if (head.isOver()) break;
  }
  if (decoder === null) write(held);
  return factsOf(head.found(), address);
};

const decoderOf = (start: Uint8Array, charset: string | null): TextDecoder => {
  const named = [markOf(start), charset, charsetIn(start), 'utf-8'].find(isKnown);
  return new TextDecoder(named ?? 'utf-8');
};

const isKnown = (label: string | null): label is string => {
  if (label === null) return false;
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
};

/** The mark that a text of Unicode may begin with. */
const markOf = ([first, second, third]: Uint8Array): string | null => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : null;
};

const CHARSET = /charset=["']?([\w:.-]{1,40})/i;

const charsetIn = (start: Uint8Array): string | null => {
  let named: string | null = null;
  const parser = new Parser({
    onopentag: (name, { charset, content }) => {
      if (name === 'meta') named ??= charset ?? CHARSET.exec(content ?? '')?.[1] ?? null;
    },
  });
  parser.end(Buffer.from(start.subarray(0, CHARSET_WITHIN)).toString('latin1'));
  return named;
};

const openHead = () => {
  const found = new Map<string, string>();
  let isOver = false;
  let depth = 0;
  let isInTitle = false;
  const note = (name: string, text: string): void => {
    if (USED.has(name) && !found.has(name) && text.trim() !== '') found.set(name, text.slice(0, RAW_MAX));
  };
  const end = (): void => {
    isOver = true;
    parser.pause();
  };
  let title = '';
  const parser = new Parser({
    onopentag: (name, { property, name: meta, content }) => {
      depth += 1;
      if (name === 'body' || depth > DEPTH_MAX) end();
      else if (name === 'meta') note((property ?? meta ?? '').trim().toLowerCase(), content ?? '');
      else if (name === 'title') isInTitle = true;
    },
    ontext: (text) => {
      if (isInTitle && title.length < RAW_MAX) title += text;
    },
    onclosetag: (name) => {
      depth -= 1;
      if (name === 'title') {
        isInTitle = false;
        note('title', title);
      } else if (name === 'head') end();
    },
  });
  return {
    write: (text: string): void => {
      if (!isOver) parser.write(text);
    },
    isOver: () => isOver,
    found: (): ReadonlyMap<string, string> => {
      // A page that was cut off, or ends, within its title.
      if (isInTitle) note('title', title);
      return found;
    },
  };
};

const factsOf = (found: ReadonlyMap<string, string>, address: URL): PageFacts | null => {
  const first = (names: readonly string[]): string | null =>
    names.map((name) => found.get(name)).find((text) => text !== undefined) ?? null;
  const line = (text: string | null, max: number): string => cutText(shownName(text ?? ''), max);
  const title = line(first(SOURCES.title), LIMITS.previewTitleMax);
  if (title === '') return null;
  const description = line(first(SOURCES.description), LIMITS.previewDescriptionMax);
  const picture = URL.parse((first(SOURCES.picture) ?? '').trim(), address.href);
  return {
    title,
    description: description === '' || description === title ? null : description,
    picture: picture !== null && picture.href !== address.href ? picture.href : null,
  };
};
