import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { errorsPlugin } from './errors.ts';
import { rateLimitsPlugin } from './rate-limits.ts';
import { visitorTurnsPlugin } from './visitor-turns.ts';

/** Public routes, one of which answers when it is told to. */
const openApp = async () => {
  const app = fastify();
  await app.register(errorsPlugin);
  await app.register(rateLimitsPlugin, { take: async () => 0 });
  await app.register(visitorTurnsPlugin);
  const pending: (() => void)[] = [];
  let most = 0;
  app.get('/slow', { config: { access: 'public', limit: 'oidc' } }, async () => {
    await new Promise<void>((resolve) => {
      pending.push(resolve);
      most = Math.max(most, pending.length);
    });
    return {};
  });
  app.get('/quick', { config: { access: 'public', limit: 'login' } }, async () => ({}));
  await app.ready();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const answerAll = async (): Promise<void> => {
    while (pending.length > 0) {
      for (const answer of pending.splice(0)) answer();
      await settle();
    }
  };
  return { app, settle, answerAll, most: () => most };
};

describe('requests of callers without a session', () => {
  it('are handled a few at a time, and what the queue cannot hold is told to come later', async () => {
    const { app, settle, answerAll, most } = await openApp();
    const answers = Array.from({ length: 300 }, () => app.inject('/slow'));
    await settle();
    expect((await app.inject('/quick')).statusCode).toBe(200);
    await answerAll();
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(208);
    expect(statuses.filter((status) => status === 503)).toHaveLength(92);
    expect(most()).toBe(8);
    // All turns are free again.
    const again = app.inject('/slow');
    await settle();
    await answerAll();
    expect((await again).statusCode).toBe(200);
    await app.close();
  });
});
