import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { KNOWN_VISITOR_COOKIE, LANGUAGES } from '../../protocol/index.ts';
import { languageOfRequest } from '../modules/auth/language.ts';

const ARRIVALS = 'arrivals';
const INLINE = {
  style: /<style>([\s\S]*?)<\/style>/,
  script: /<script>([\s\S]*?)<\/script>/,
} as const;
const PHONE = /Android|Mobile/;
const IPHONE = /iPhone|iPad|iPod/;

/** What of a request chooses the page: a cache between must not give one visitor's to another. */
export const CHOSEN_BY = 'Accept-Language, Cookie, Sec-CH-UA-Mobile, User-Agent';

/** The pages of the public screens, as the build has drawn them (scripts/first-screens.ts). */
export interface FirstPages {
  /** @returns the file of a page, below the built app: a newcomer's has the screen in it that fits */
  readonly fileFor: (page: string, request: Pick<FastifyRequest, 'headers' | 'url'>) => string;
  /**
   * The policy for a page whose own style sheet and script stand in it: by their hashes (CSP 3 §2.3.1), so nothing else may
   * stand inline. Every other file keeps the policy that it has.
   */
  readonly policyFor: (path: string, policy: string) => string;
}

/** @param distDir the folder of the built app */
export async function readFirstPages(distDir: string): Promise<FirstPages> {
  const folder = join(distDir, ARRIVALS);
  const arrivals = existsSync(folder) ? (await readdir(folder)).map((name) => join(ARRIVALS, name)) : [];
  const pages = (await readdir(distDir)).filter((name) => name.endsWith('.html'));
  const hashes = new Map<string, Inline>();
  for (const file of [...pages, ...arrivals])
    hashes.set(join(distDir, file), inlineOf(await readFile(join(distDir, file), 'utf8')));
  const known = new Set(arrivals);
  return {
    fileFor: (page, { headers, url }) => {
      const language = languageOfRequest({ headers }) ?? LANGUAGES[0];
      const arrival = join(ARRIVALS, `${page}.${kindFor(headers, url)}.${language}.html`);
      return isNewcomer(headers) && known.has(arrival) ? arrival : `${page}.html`;
    },
    policyFor: (path, policy) => {
      const { style, script } = hashes.get(path) ?? {};
      return allow(allow(policy, 'style-src', style), 'script-src', script);
    },
  };
}

/** The hashes of what stands in a page, where something does. */
type Inline = { readonly style: string | undefined; readonly script: string | undefined };

const inlineOf = (html: string): Inline => {
  const hashOf = (element: RegExp): string | undefined => {
    const [, text] = element.exec(html) ?? [];
    return text === undefined ? undefined : createHash('sha256').update(text).digest('base64');
  };
  return { style: hashOf(INLINE.style), script: hashOf(INLINE.script) };
};

const allow = (policy: string, directive: 'style-src' | 'script-src', hash: string | undefined): string =>
  hash === undefined ? policy : policy.replace(new RegExp(`${directive} [^;]*`), `$& 'sha256-${hash}'`);

type Headers = FastifyRequest['headers'];

const isNewcomer = ({ cookie = '' }: Headers): boolean => !cookie.includes(`${KNOWN_VISITOR_COOKIE}=`);

/** As the page's script decides (src/first-screen/screen-kinds.ts), which corrects what cannot be told from here. */
const kindFor = ({ 'sec-ch-ua-mobile': hint, 'user-agent': agent = '' }: Headers, url: string): string => {
  if (new URLSearchParams(url.split('?', 2)[1]).has('loginRequestFrom')) return 'screen';
  if (IPHONE.test(agent)) return 'welcomeByHand';
  return (hint === undefined ? PHONE.test(agent) : hint === '?1') ? 'welcome' : 'screen';
};
