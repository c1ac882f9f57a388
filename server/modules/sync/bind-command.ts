import type { MutationDeclaration, z } from '../../../protocol/index.ts';
import { ProtocolError } from '../../../protocol/index.ts';
import type { CommandContext, CommandResult } from './context.ts';

/** A mutation's command behind one shape: it takes arguments as they came, and judges them by the mutation's own schema. */
export type BoundCommand = {
  version: number;
  act: (context: CommandContext, args: unknown) => Promise<CommandResult>;
};

/** Ties a mutation's declaration to the command that carries it out. */
export const bindCommand = <Args extends z.ZodType>(
  declaration: MutationDeclaration<Args>,
  act: (context: CommandContext, args: z.output<Args>) => Promise<CommandResult>,
): BoundCommand => ({
  version: declaration.version,
  act: (context, args) => {
    const parsed = declaration.args.safeParse(args);
    if (parsed.success) return act(context, parsed.data);
    throw new ProtocolError('validation', {
      errors: parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
    });
  },
});
