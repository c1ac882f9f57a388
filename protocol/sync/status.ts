import { errorDetail } from '../errors.ts';
import { z } from '../zod.ts';
import { vector } from './scope.ts';

/** What the server has stored about a mutation: only a stored verdict is a verdict. */
export const mutationStatus = z.discriminatedUnion('status', [
  z.object({ status: z.literal('applied'), vector }),
  z.object({ status: z.literal('rejected'), error: errorDetail }),
  z.object({ status: z.literal('cancelled') }),
]);
export type MutationStatus = z.infer<typeof mutationStatus>;
