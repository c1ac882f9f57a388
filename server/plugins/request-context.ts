import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { withRequestId } from '../request-context.ts';
import type { RequestSpan, Tracing } from '../tracing/tracing.ts';

/**
 * What a request causes knows its id (jobs write it into their log lines), and is part of its span if there is a tracer.
 * Entered twice: a body is read in the context of its connection, and what follows would stay there.
 */
export const requestContextPlugin = fastifyPlugin<{ tracing: Tracing | undefined }>(
  async (app, { tracing }) => {
    const spans = new WeakMap<FastifyRequest, RequestSpan>();
    const enter = (request: FastifyRequest, done: () => void): void => {
      const inside = (): void => withRequestId(request.id, done);
      const span = spans.get(request);
      if (span) span.enter(inside);
      else inside();
    };
    app.addHook('onRequest', (request, _reply, done) => {
      const { method, routeOptions } = request;
      if (tracing && routeOptions.url?.startsWith('/api/'))
        spans.set(request, tracing.request(method, routeOptions.url, request.id));
      enter(request, done);
    });
    app.addHook('preValidation', (request, _reply, done) => enter(request, done));
    if (tracing)
      app.addHook('onResponse', async (request, { statusCode }) => spans.get(request)?.end(statusCode));
  },
  { name: 'request-context' },
);
