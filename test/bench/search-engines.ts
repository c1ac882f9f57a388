import { isDeepStrictEqual } from 'node:util';
import { chromium } from '@playwright/test';
import { wordsOf } from '../../protocol/search-words.ts';
import { createCommunity, createTalk } from '../../server/seed/community.ts';
import { createRandom } from '../../server/seed/random.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { bundle } from './engine-bundle.ts';
import type * as searchEngines from './page/search-engines.ts';
import { type Figure, percentile } from './stats.ts';

declare global {
  var tambaySearchEngines: typeof searchEngines;
}

const QUERIES = 60;
const NEWS = 64;
const ORIGIN = 'http://localhost/';

/** The talk of the seed, as the index sees it, and words of it as somebody types them: not to their end. */
const createSample = (count: number) => {
  const random = createRandom(1);
  const now = new Date('2026-01-01T00:00:00Z');
  const talk = createTalk(random, createCommunity(random, { people: 12, chats: 8, now }), count + NEWS, now);
  const docs = [...talk].map(({ id = '', chatId, createdAt, content }): searchEngines.Doc => {
    return { id, chatId, seconds: Math.floor((createdAt?.getTime() ?? 0) / 1_000), content: content ?? '' };
  });
  const queries = Array.from({ length: QUERIES }, (_, at) => {
    const words = wordsOf(random.pick(docs).content);
    const typed = random.pick(words).slice(0, 3 + random.int(3));
    return at % 2 === 0 ? typed : `${random.pick(words)} ${typed}`;
  });
  return { docs: docs.slice(0, count), queries, news: docs.slice(count) };
};

/**
 * Offline search with the index of `sync/search`, with MiniSearch, and with a multi-entry index of Dexie: the same messages,
 * words and queries, each engine in a browser context of its own. The limit is today's index.
 */
export async function measureSearchEngines(count: number): Promise<Figure[]> {
  const sample = createSample(count);
  const script = await bundle('./page/search-engines.ts', 'tambaySearchEngines');
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const run = async (engine: searchEngines.Engine): Promise<searchEngines.Results> => {
      const context = await browser.newContext();
      await context.route(ORIGIN, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
      );
      const page = await context.newPage();
      await page.goto(ORIGIN);
      await page.evaluate(`${script};globalThis.tambaySearchEngines = tambaySearchEngines;`);
      const results = await page.evaluate(([name, input]) => tambaySearchEngines.measure(name, input), [
        engine,
        sample,
      ] as const);
      await context.close();
      return results;
    };
    const ours = await run('segments');
    const figures: Figure[] = [];
    for (const engine of ['minisearch', 'multi-entry'] as const) {
      const theirs = await run(engine);
      if (!isDeepStrictEqual(theirs.found, ours.found)) throw new Error(`${engine} finds something else`);
      const compare = (what: string, unit: string, pick: (results: searchEngines.Results) => number): void =>
        void figures.push({
          what: `${engine}, ${count.toLocaleString('en')} messages: ${what}`,
          value: pick(theirs),
          unit,
          limit: { what: 'the index of sync/search', value: pick(ours) },
        });
      compare('index built and durable', 'ms', ({ buildMs }) => buildMs);
      compare('stored', 'kB', ({ bytes }) => bytes / 1_000);
      compare('loaded at a start', 'ms', ({ loadMs }) => loadMs);
      compare('query, p50', 'ms', ({ queryMs }) => percentile(queryMs, 0.5));
      compare('query, p95', 'ms', ({ queryMs }) => percentile(queryMs, 0.95));
      compare('one new message durable, p50', 'ms', ({ updateMs }) => percentile(updateMs, 0.5));
      compare('one new message durable, p95', 'ms', ({ updateMs }) => percentile(updateMs, 0.95));
    }
    return figures;
  } finally {
    await browser.close();
  }
}
