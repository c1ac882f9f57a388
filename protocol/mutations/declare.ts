import type { z } from '../zod.ts';

/** A mutation as both sides know it: declared once, with one command on the server and one optimistic effect on the client. */
export type MutationDeclaration<Args extends z.ZodMiniType = z.ZodMiniType> = {
  /** Travels as `name@version`; a new version is a new meaning of the arguments. */
  readonly version: number;
  readonly args: Args;
  /** The REST call of the specification that runs the same command. */
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/api/v1`, with `{name}` for arguments taken from the address. */
  readonly path: string;
  /** Mutations of one lane keep their order; different lanes travel side by side. */
  readonly lane: (args: z.output<Args>) => string;
  /** For each earlier version that is still read: its arguments as those of the next version. */
  readonly upcasters?: Readonly<Record<number, (args: unknown) => unknown>>;
};

export const declareMutation = <Args extends z.ZodMiniType>(
  declaration: MutationDeclaration<Args>,
): MutationDeclaration<Args> => declaration;
