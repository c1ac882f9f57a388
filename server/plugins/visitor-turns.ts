import fastifyPlugin from 'fastify-plugin';
import { createTurnsByKey } from './turns.ts';

/** The buckets bound an address; this bounds what many addresses do at once, so that members keep the database. */
const VISITORS = { atOnce: 8, queued: 200, retryAfterMs: 1_000 };

/**
 * Bounds how many requests to public routes are being handled at a time, for each limit of rate-limits.ts by itself: slow
 * answers of a sign-in provider hold up no sign-in by password. Their bodies are read before, so that a slow one holds no turn.
 */
export const visitorTurnsPlugin = fastifyPlugin(
  async (app) => {
    const takeTurn = createTurnsByKey(VISITORS);
    app.addHook('preHandler', async ({ routeOptions }, { raw }) => {
      const { access, limit = 'visitor' } = routeOptions.config;
      if (access !== 'public' || limit === 'none') return;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const untilAnswered = async (): Promise<void> => {
        resolve();
        // A caller that has gone while it waited.
        if (!raw.closed) await new Promise((done) => raw.once('close', done));
      };
      takeTurn(limit, untilAnswered).catch(reject);
      await promise;
    });
  },
  { name: 'visitor-turns', dependencies: ['rate-limits'] },
);
