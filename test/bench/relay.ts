import { createServer } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { composer } from '../support/browser-steps.ts';
import { type Figure, percentile } from './stats.ts';

const MESSAGES = 200;
const TIMEOUT_MS = 30_000;

/** From the key press in one browser to the painted bubble in the other, beside a socket.io server that only passes on. */
export async function measureRelay(from: Page, to: Page): Promise<Figure[]> {
  const values: number[] = [];
  // What came while nobody looked leaves a conversation standing where it was last read.
  for (const page of [from, to]) {
    const pill = page.getByRole('button', { name: /^(Go to the newest message|\d+ new)$/ });
    if (await pill.isVisible()) await pill.click();
    await expect(pill).toBeHidden();
  }
  for (let count = 0; count < MESSAGES; count += 1) {
    const text = `Relayed ${count}`;
    for (const page of [from, to])
      await page.evaluate((expected) => window.tambayBench.expect(expected), text);
    await composer(from).fill(text);
    await composer(from).press('Enter');
    const arrivedAt = await to.evaluate(
      async ([words, timeoutMs]) =>
        performance.timeOrigin +
        (await Promise.race([
          window.tambayBench.bubbleAt,
          new Promise<never>((_, reject) => {
            setTimeout(() => reject(new Error(`“${words}” was not painted`)), timeoutMs);
          }),
        ])),
      [text, TIMEOUT_MS] as const,
    );
    const pressedAt = await from.evaluate(() => performance.timeOrigin + window.tambayBench.pressAt);
    values.push(arrivedAt - pressedAt);
  }
  const limits = await measureBareRelay();
  return [0.5, 0.99].map((share) => ({
    what: `browser to browser, key press to bubble, p${share * 100}`,
    value: percentile(values, share),
    unit: 'ms',
    limit: { what: 'bare socket.io relay, nothing stored or shown', value: percentile(limits, share) },
    samples: MESSAGES,
  }));
}

async function measureBareRelay(): Promise<number[]> {
  const http = createServer();
  const server = new Server(http, { transports: ['websocket'] });
  server.on('connection', (socket) =>
    socket.on('say', (text: string) => socket.broadcast.emit('said', text)),
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The relay has no port');
  const connect = async () => {
    const client = io(`http://127.0.0.1:${address.port}`, { transports: ['websocket'] });
    await new Promise<void>((resolve) => {
      client.once('connect', () => resolve());
    });
    return client;
  };
  const sender = await connect();
  const receiver = await connect();
  const values: number[] = [];
  for (let count = 0; count < MESSAGES; count += 1) {
    const start = performance.now();
    const said = new Promise((resolve) => {
      receiver.once('said', resolve);
    });
    sender.emit('say', `Relayed ${count}`);
    await said;
    values.push(performance.now() - start);
  }
  sender.disconnect();
  receiver.disconnect();
  await server.close();
  return values;
}
