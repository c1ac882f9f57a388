import type { MutationDeclaration, z } from '../../../protocol/index.ts';
import { canRead, ProtocolError, upcast } from '../../../protocol/index.ts';
import { type BatchedCommand, type DecideContext, NeedsPreparation } from './batch/command.ts';
import type { Needs } from './batch/state.ts';
import type { CommandContext, CommandResult } from './context.ts';

/** A mutation whose arguments have been read. */
export type Step = {
  needs: (actorId: string) => Needs;
  decide: (context: DecideContext) => CommandResult;
  /** @returns `decide` with what was prepared */
  prepare: (context: CommandContext) => Promise<Step['decide']>;
};

/** A mutation's command behind one shape: it takes arguments as they came, and judges them by the mutation's own schema. */
export type BoundCommand = {
  /** Whether it is carried out together with others; otherwise it runs in a transaction of its own. */
  isBatched: boolean;
  /** Whether it reads arguments of this version: the current one and the two before. */
  takes: (version: number) => boolean;
  /** @throws ProtocolError `validation` with the fields that are wrong */
  read: (args: unknown, version: number) => Step;
};

/** What an upcaster cannot read does not fit its own version either. */
const upcastOf = (declaration: MutationDeclaration, version: number, args: unknown): unknown => {
  try {
    return upcast(declaration, version, args);
  } catch (cause) {
    throw new ProtocolError('validation', { cause });
  }
};

const readArgs = <Args extends z.ZodMiniType>(
  declaration: MutationDeclaration<Args>,
  version: number,
  args: unknown,
): z.output<Args> => {
  const parsed = declaration.args.safeParse(upcastOf(declaration, version, args));
  if (parsed.success) return parsed.data;
  throw new ProtocolError('validation', {
    errors: parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
  });
};

/** Ties a mutation's declaration to the command that carries it out in batches. */
export const bindBatched = <Args extends z.ZodMiniType, Prepared>(
  declaration: MutationDeclaration<Args>,
  { needs, decide, prepare }: BatchedCommand<z.output<Args>, Prepared>,
): BoundCommand => ({
  isBatched: true,
  takes: (version) => canRead(declaration, version),
  read: (given, version) => {
    const args = readArgs(declaration, version, given);
    return {
      needs: (actorId) => needs(args, actorId),
      decide: (context) => decide(context, args),
      prepare: async (context) => {
        const made = await prepare?.(context, args);
        return (decideContext) => decide(decideContext, args, made);
      },
    };
  },
});

/** Ties a mutation's declaration to a command with statements of its own. */
export const bindCommand = <Args extends z.ZodMiniType>(
  declaration: MutationDeclaration<Args>,
  act: (context: CommandContext, args: z.output<Args>) => Promise<CommandResult>,
): BoundCommand => ({
  isBatched: false,
  takes: (version) => canRead(declaration, version),
  read: (given, version) => {
    const args = readArgs(declaration, version, given);
    return {
      needs: () => ({}),
      decide: () => {
        throw new NeedsPreparation();
      },
      prepare: async (context) => {
        const result = await act(context, args);
        return () => result;
      },
    };
  },
});
