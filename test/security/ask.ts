import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { errorBody } from '../../protocol/index.ts';
import { findInternals } from './corpus.ts';
import type { Call } from './matrix-call.ts';

/** Sends a call to a route of the app, with a bearer token or without. */
export function ask(
  app: FastifyInstance,
  route: string,
  call: Call,
  token: string | undefined,
): Promise<LightMyRequestResponse> {
  const [method = 'GET', template = '/'] = route.split(' ');
  const path = template.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(call.params?.[name] ?? ''),
  );
  const query = new URLSearchParams(call.query).toString();
  const hasBody = call.body !== undefined;
  return app.inject({
    // The route comes from the app itself, which has already agreed to the method.
    method: readMethod(method),
    url: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...call.headers,
    },
    ...(hasBody ? { payload: JSON.stringify(call.body) } : {}),
    ...(call.payload === undefined ? {} : { payload: call.payload }),
  });
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function readMethod(text: string): (typeof METHODS)[number] {
  const method = METHODS.find((known) => known === text);
  if (method === undefined) throw new Error(`Not a method that the tests know: ${text}`);
  return method;
}

/** Every failed call has the body of docs/decisions/0001, and shows nothing of what is inside. */
export function expectErrorBody(status: number, text: string): void {
  const body: unknown = JSON.parse(text);
  expect(errorBody.parse(body)).toEqual(body);
  expect(body).toMatchObject({ status });
  expect(findInternals(text)).toBeUndefined();
}
