import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { z } from '../../protocol/index.ts';

/** A route as the running app knows it. */
export interface AppRoute {
  /** `GET /api/v1/users/:id` */
  name: string;
  method: string;
  url: string;
  params: z.ZodMiniType | undefined;
  query: z.ZodMiniType | undefined;
  body: z.ZodMiniType | undefined;
  /** Who may call it; undefined for what is no part of the API. */
  access: 'public' | 'session' | 'site' | undefined;
}

const FASTIFY_CREATED = 'fastify.initialization';

/**
 * Builds an app and lists its routes. The list comes from Fastify's own hook, set the moment the instance is made, so
 * that no plugin can register a route without being seen and the app needs no list for tests.
 */
export async function collectRoutes<T>(build: () => Promise<T>): Promise<{ built: T; routes: AppRoute[] }> {
  const routes: AppRoute[] = [];
  const onCreated = (message: unknown) => {
    if (!isCreation(message)) return;
    message.fastify.addHook('onRoute', (route) => {
      routes.push(...describeRoute(route));
    });
  };
  subscribe(FASTIFY_CREATED, onCreated);
  try {
    return { built: await build(), routes };
  } finally {
    unsubscribe(FASTIFY_CREATED, onCreated);
  }
}

const isCreation = (message: unknown): message is { fastify: FastifyInstance } =>
  typeof message === 'object' && message !== null && 'fastify' in message;

function describeRoute(route: RouteOptions): AppRoute[] {
  const schema = { ...route.schema };
  const pick = (part: unknown) => (part instanceof z.ZodMiniType ? part : undefined);
  return [route.method].flat().map((method) => ({
    name: `${method} ${route.url}`,
    method,
    url: route.url,
    params: pick(schema.params),
    query: pick(schema.querystring),
    body: pick(schema.body),
    access: route.config?.access,
  }));
}
