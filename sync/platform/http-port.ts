import { answerOf, type HttpClient } from './http-client.ts';
import type { Http } from './ports.ts';

/** The engine's port on the client: any status is an answer, which the engine classifies (transport/failure.ts). */
export const createHttpPort = (client: HttpClient): Http => ({
  send: async ({ method, path, headers, body, isWithCookie = false, signal }) => {
    const cookies = isWithCookie ? { credentials: 'same-origin' as const } : {};
    return answerOf(
      await client(path, { method, headers, json: body, signal, throwHttpErrors: false, ...cookies }),
    );
  },
});
