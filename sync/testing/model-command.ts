import { type ErrorKind, type MutationArgs, type MutationName, ProtocolError } from '../../protocol/index.ts';
import type { ModelState, ModelTransaction } from './model-state.ts';

export type CommandContext = { state: ModelState; actor: string; at: string; mutationId: string };

export type Command<N extends MutationName> = (
  tx: ModelTransaction,
  args: MutationArgs<N>,
  context: CommandContext,
) => void;

export const refuse = (kind: ErrorKind): never => {
  throw new ProtocolError(kind);
};
