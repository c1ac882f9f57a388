import type { FastifyReply, FastifyRequest } from 'fastify';
import { chosenId, type MutationName, mutations, newId, ProtocolError } from '../../../protocol/index.ts';
import type { Session } from '../auth/sessions.ts';
import type { MutationServices } from './mutation-services.ts';
import { runLimited } from './run-limited.ts';

export type ModuleOptions = { services: MutationServices };

/** The session that asks; every route with `access: 'session'` has one. */
export const sessionOf = ({ session }: FastifyRequest): Session => {
  if (!session) throw new ProtocolError('session_dead');
  return session;
};

/** Who asks. */
export const actorOf = (request: FastifyRequest): string => sessionOf(request).userId;

/** Runs a mutation for one of the specification's own calls, and gives back the id of the row it is about. */
export const runForCall = async (
  services: MutationServices,
  request: FastifyRequest,
  reply: FastifyReply,
  mutation: { name: MutationName; args: unknown; params?: unknown },
): Promise<string> => {
  const { name, args, params } = mutation;
  const outcome = await runLimited(services, {
    userId: actorOf(request),
    id: idempotencyKey(request) ?? newId(),
    name,
    version: mutations[name].version,
    args,
    body: { params, body: request.body },
  });
  if (outcome.status === 'cancelled') throw new ProtocolError('cancelled');
  if (outcome.isReplay) reply.header('Idempotent-Replayed', 'true');
  if (outcome.status === 'applied') return outcome.result.id;
  const { code, message, errors } = outcome.error;
  throw new ProtocolError(code, { message, errors });
};

const idempotencyKey = (request: FastifyRequest): string | undefined => {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return undefined;
  const parsed = chosenId().safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ProtocolError('validation', {
    errors: [{ field: 'Idempotency-Key', message: 'Must be a UUID of version 4 or 7' }],
  });
};
