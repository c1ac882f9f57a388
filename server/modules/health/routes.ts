import { sql } from 'drizzle-orm';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody, healthQuery, healthResponse, z } from '../../../protocol/index.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../sync/context.ts';

export type HealthServices = {
  db: Database;
  clock: Clock;
  version: string;
  /** True from the moment the process was asked to stop: a balancer then sends no requests here. */
  isStopping: () => boolean;
  /** What the sign-in screen offers besides the password. */
  oidc: { name: string } | null;
};

/** How long one look at the database answers for it. */
const LOOK_MS = 1_000;

/** One look serves all who ask while it lasts and for a second afterwards: anyone may ask, as often as they like. */
const shareLook = (look: () => Promise<boolean>, now: () => number): (() => Promise<boolean>) => {
  let shared: Promise<boolean> | undefined;
  let endedAt: number | undefined;
  return () => {
    // Also a clock that was set back ends it.
    const isStale = endedAt !== undefined && Math.abs(now() - endedAt) >= LOOK_MS;
    if (shared === undefined || isStale) {
      endedAt = undefined;
      shared = look().finally(() => {
        endedAt = now();
      });
    }
    return shared;
  };
};

/** Two names, as balancers ask for them. */
const HEALTH_PATHS = [
  ['/health/check', 'Whether this server can do its work'],
  ['/health/ready', 'The same, for the readiness probe of a load balancer'],
] as const;

/** 503 when the database does not answer or the process is about to stop. */
export const healthModule: FastifyPluginAsyncZod<{ services: HealthServices }> = async (
  app,
  { services },
) => {
  const { db, clock, version, isStopping, oidc } = services;

  const look = async (): Promise<boolean> => {
    try {
      await db.execute(sql`select 1`);
      return true;
    } catch (error) {
      app.log.error({ err: error }, 'The database does not answer');
      return false;
    }
  };
  const isDatabaseUp = shareLook(look, () => clock.now().getTime());

  for (const [path, summary] of HEALTH_PATHS) {
    app.get(
      path,
      {
        config: { access: 'public', limit: 'none' },
        schema: {
          summary,
          tags: ['health'],
          querystring: healthQuery,
          // A server that is too busy to look answers as every route does.
          response: { 200: healthResponse, 503: z.union([healthResponse, errorBody]) },
        },
      },
      async (request, reply) => {
        const isUp = await isDatabaseUp();
        const isHealthy = isUp && !isStopping();
        const { nonce } = request.query;
        return reply.code(isHealthy ? 200 : 503).send({
          data: {
            status: isHealthy ? 'ok' : 'degraded',
            version,
            time: clock.now().toISOString(),
            checks: { database: isUp ? 'ok' : 'failed' },
            ...(nonce === undefined ? {} : { nonce }),
            ...(oidc === null ? {} : { signInWith: oidc.name }),
          },
        });
      },
    );
  }
};
