import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { ServerProcess } from './support/server-process.ts';
import { type Author, readChat, Writer } from './writer.ts';

/** Three in `npm test`; `KILL_ROUNDS=20 KILL_MESSAGES=50000 npx vitest run test/faults/kill` is the long run. */
export const KILL_ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 3);

/**
 * How many messages are acknowledged in all of the rounds at least. The long run with
 * `KILL_MESSAGES=50000` pushes larger batches to a server that turns nobody away.
 */
export const KILL_MESSAGES = Number(process.env['KILL_MESSAGES'] ?? 0);

const unlimited = fileURLToPath(new URL('../bench/bench-server.ts', import.meta.url));
/** Which server is started: undefined is the one that operators run. */
export const KILLED_SERVER = KILL_MESSAGES > 0 ? unlimited : undefined;
const BATCH_SIZES = KILL_MESSAGES > 0 ? [20, 60, 40] : undefined;

/** What a run went through, so that nobody takes an empty one for a proof. */
interface KillReport {
  kills: number;
  acknowledged: number;
  inDoubt: number;
  slowestStartMs: number;
}

interface KillRounds {
  rounds: number;
  /** Starts the server on the same data and waits until it is healthy. */
  start: () => Promise<ServerProcess>;
  authors: readonly Author[];
}

/** After how many acknowledged messages the process is killed, round by round: early, and in the middle of the load. */
const KILL_AFTER = [40, 120, 7, 80, 1, 200, 60];

/**
 * Kills the server with SIGKILL while every author writes, starts it again, lets the authors send again what they were
 * not told about, and looks at every chat: laws L1 (no acknowledged message is lost), L2 (none is there twice) and L4
 * (the order of each author), and a dense `seq`.
 */
export async function runKillRounds({ rounds, start, authors }: KillRounds): Promise<KillReport> {
  let isOver = false;
  let acknowledgedInRound = 0;
  let killAfter = 0;
  let reachKill: () => void = () => undefined;
  const onAcknowledged = (count: number): void => {
    acknowledgedInRound += count;
    if (acknowledgedInRound >= killAfter) reachKill();
  };
  const writers = authors.map((author) => new Writer(author, onAcknowledged, BATCH_SIZES));

  let server = await start();
  let inDoubt = 0;
  let slowestMs = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      acknowledgedInRound = 0;
      killAfter = (KILL_AFTER[round % KILL_AFTER.length] ?? 1) + Math.ceil(KILL_MESSAGES / rounds);
      isOver = false;
      const { promise: killTime, resolve } = Promise.withResolvers<void>();
      reachKill = resolve;
      const { url } = server;
      const writing = Promise.all(writers.map((writer) => writer.write(url, () => !isOver)));
      await Promise.race([killTime, writing]);
      await server.end('SIGKILL');
      isOver = true;
      await writing;

      inDoubt += writers.filter(({ isInDoubt }) => isInDoubt).length;
      server = await start();
      slowestMs = Math.max(slowestMs, server.readyMs);
      const back = server.url;
      await Promise.all(writers.map((writer) => writer.repeat(back)));
      await assertEveryMessageOnce(back, writers);
    }
  } finally {
    await server.end('SIGKILL');
  }
  // A run in which no answer was ever lost would prove nothing.
  expect(inDoubt, 'operations in doubt').toBeGreaterThan(0);
  const total = writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  expect(total, 'acknowledged messages').toBeGreaterThanOrEqual(KILL_MESSAGES);
  const report = { kills: rounds, acknowledged: total, inDoubt, slowestStartMs: Math.round(slowestMs) };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  return report;
}

async function assertEveryMessageOnce(url: string, writers: readonly Writer[]): Promise<void> {
  const byChat = Map.groupBy(writers, ({ author }) => author.chatId);
  for (const [, inChat] of byChat) {
    const [first] = inChat;
    if (first === undefined) continue;
    const messages = await readChat(url, first.author);
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
    for (const { author, attempted, acknowledged } of inChat) {
      const mine = messages.filter(({ senderId }) => senderId === author.userId).map(({ id }) => id);
      // Everything in doubt has been sent again and acknowledged by now, so what was attempted is what must be there.
      expect(mine).toEqual(attempted);
      expect(acknowledged).toEqual(attempted);
    }
  }
}
