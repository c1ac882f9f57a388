/**
 * `npm run bench`: the figures of the house, each beside what the same machine gave without us in the same run. Nothing is
 * asserted: read the ratios, and the times only beside those of an earlier run on the same idle machine. Parts run alone
 * or together:
 *   npm run bench -- typing cold --messages 10000 --rounds 10
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { hasPostgres } from '../support/services.ts';
import { measureBundles } from './bundles.ts';
import { measureColdStart } from './cold-start.ts';
import { measureDrain, measureEngine, measureRain } from './engine.ts';
import { measureEnumeration } from './enumeration.ts';
import { measureFeed } from './feed.ts';
import { measureFirstScreen } from './first-screen.ts';
import { measureFirstTenMinutes } from './first-ten-minutes.ts';
import { measureGroup } from './group.ts';
import { measureImages } from './images.ts';
import { measureManyChats } from './many-chats.ts';
import { measurePictures } from './pictures.ts';
import { measureReader, measureSearcher } from './reading.ts';
import { measureRelay } from './relay.ts';
import { measureSearchEngines } from './search-engines.ts';
import { type Device, openDevice, openMeasured, openStage, type Stage } from './stage.ts';
import { type Figure, formatFigures } from './stats.ts';
import { measureThroughput } from './throughput.ts';
import { measureTyping } from './typing.ts';
import { measureUploads } from './uploads.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    messages: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '10' },
    stored: { type: 'string', default: '100000' },
  },
});
const rounds = Number(options.rounds);
/** In the one long conversation of `reading` and `search`. */
const stored = Number(options.stored);

const onDevice = { typing, relay, cold, firstTenMinutes } as const;
const parts: Readonly<Record<string, (stage: () => Promise<Stage>) => Promise<Figure[]>>> = {
  bundles: async (stage) => {
    const { browser, app } = await stage();
    return measureBundles(browser, app.origin);
  },
  'first-screen': () => measureFirstScreen(Math.min(rounds, 5)),
  'first-ten-minutes': (stage) => withDevice(stage, onDevice.firstTenMinutes),
  throughput: async () => [
    ...(await measureThroughput('pglite')),
    ...(hasPostgres ? await measureThroughput('postgres') : []),
  ],
  typing: (stage) => withDevice(stage, onDevice.typing),
  relay: (stage) => withDevice(stage, onDevice.relay),
  cold: (stage) => withDevice(stage, onDevice.cold),
  reading: async (stage) => measureReader(await stage(), stored),
  search: async (stage) => measureSearcher(await stage(), stored),
  'search-engines': () => measureSearchEngines(stored),
  chats: () => measureManyChats(),
  group: () => measureGroup(),
  engine: async (stage) => measureEngine(await stage(), rounds),
  drain: async (stage) => measureDrain(await stage(), Math.min(rounds, 3)),
  rain: async (stage) => measureRain(await stage()),
  enumeration: () => measureEnumeration(),
  uploads: () => measureUploads(),
  images: () => measureImages(),
  pictures: () => measurePictures(),
  feed: () => measureFeed(),
};

const asked = positionals.length === 0 ? Object.keys(parts) : positionals;
const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}

const figures: Figure[] = [];
let opened: Promise<Stage> | undefined;
let device: ReturnType<typeof openDevice> | undefined;
const openedStage = (): Promise<Stage> => {
  opened ??= openStage();
  return opened;
};

console.log(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)} before the start`);
try {
  for (const name of asked) {
    const startedAt = performance.now();
    // A part that falls over is named and does not take the others with it.
    const found = (await parts[name]?.(openedStage).catch((error: unknown) => failed(name, error))) ?? [];
    figures.push(...found);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    console.log(`${name}: ${seconds} s, load ${loadavg()[0]?.toFixed(1)}`);
    for (const { what, value, unit } of found) console.log(`  ${what}: ${value.toPrecision(3)} ${unit}`);
  }
} finally {
  await (await device)?.device.profile.dispose();
  await (await opened)?.close();
}
console.log(`\n${formatFigures(figures)}`);
console.log('\n“n” counts single measurements.');

function failed(name: string, error: unknown): Figure[] {
  process.exitCode = 1;
  console.error(`${name} fell over:`, error);
  return [];
}

type Measured = {
  stage: Stage;
  device: Device;
  friendContext: Awaited<ReturnType<typeof openDevice>>['friendContext'];
};

/** One filled device for all parts that need it: filling it takes longer than measuring. */
async function withDevice(
  stage: () => Promise<Stage>,
  measure: (measured: Measured) => Promise<Figure[]>,
): Promise<Figure[]> {
  const open = await stage();
  device ??= openDevice(open, Number(options.messages));
  const filled = await device;
  console.log(`  the device holds ${filled.device.stored} messages`);
  return measure({ stage: open, ...filled });
}

async function typing({ stage, device: { context, friend } }: Measured): Promise<Figure[]> {
  const chat = await openMeasured(context, stage.app.origin, friend.name);
  const found = await measureTyping(context, chat);
  await chat.close();
  return found;
}

async function relay({ stage, device: { context, me, friend }, friendContext }: Measured): Promise<Figure[]> {
  const chat = await openMeasured(context, stage.app.origin, friend.name);
  const other = await openMeasured(friendContext, stage.app.origin, me.name);
  const found = await measureRelay(chat, other);
  await chat.close();
  await other.close();
  return found;
}

/** Closes the device's browser again and again: nothing after it finds the context that it began with. */
async function cold({ stage, device: filled }: Measured): Promise<Figure[]> {
  await filled.profile.close();
  const found = await measureColdStart(filled.profile, stage.app.origin, rounds);
  filled.context = await filled.profile.open();
  return found;
}

/** Closes the device's browser, as `cold` does. */
async function firstTenMinutes({ stage, device: filled }: Measured): Promise<Figure[]> {
  await filled.profile.close();
  const found = await measureFirstTenMinutes(stage, filled, Math.min(rounds, 5));
  filled.context = await filled.profile.open();
  return found;
}
