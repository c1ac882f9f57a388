import type { MutationDeclaration, z } from '../../../protocol/index.ts';
import { canRead, ProtocolError, upcast } from '../../../protocol/index.ts';
import type { CommandContext, CommandResult } from './context.ts';

/** A mutation's command behind one shape: it takes arguments as they came, and judges them by the mutation's own schema. */
export type BoundCommand = {
  /** Whether it reads arguments of this version: the current one and the two before. */
  takes: (version: number) => boolean;
  act: (context: CommandContext, args: unknown, version: number) => Promise<CommandResult>;
};

/** What an upcaster cannot read does not fit its own version either. */
const upcastOf = (declaration: MutationDeclaration, version: number, args: unknown): unknown => {
  try {
    return upcast(declaration, version, args);
  } catch (cause) {
    throw new ProtocolError('validation', { cause });
  }
};

/** Ties a mutation's declaration to the command that carries it out. */
export const bindCommand = <Args extends z.ZodMiniType>(
  declaration: MutationDeclaration<Args>,
  act: (context: CommandContext, args: z.output<Args>) => Promise<CommandResult>,
): BoundCommand => ({
  takes: (version) => canRead(declaration, version),
  act: (context, args, version) => {
    const parsed = declaration.args.safeParse(upcastOf(declaration, version, args));
    if (parsed.success) return act(context, parsed.data);
    throw new ProtocolError('validation', {
      errors: parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
    });
  },
});
