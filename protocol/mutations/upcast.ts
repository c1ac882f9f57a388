import type { z } from '../zod.ts';
import type { MutationDeclaration } from './declare.ts';

/** How many earlier versions of a mutation are still read: an outbox may have waited on a phone through two releases. */
export const VERSIONS_BACK = 2;

/** Whether arguments of this version can be read: the current one, or an earlier one with every step up to it. */
export const canRead = (
  { version: current, upcasters = {} }: Pick<MutationDeclaration, 'version' | 'upcasters'>,
  version: number,
): boolean => {
  if (version > current || version < current - VERSIONS_BACK) return false;
  for (let step = version; step < current; step += 1) if (upcasters[step] === undefined) return false;
  return true;
};

/**
 * Reads arguments of an earlier version as those of the current one. What travels and what is stored stays as it was
 * written: only the reader changes.
 * @throws RangeError when there is no way up from this version; ask `canRead` first
 */
export const upcast = <Args extends z.ZodMiniType>(
  declaration: MutationDeclaration<Args>,
  version: number,
  args: unknown,
): unknown => {
  if (!canRead(declaration, version)) throw new RangeError(`No reading of version ${version}`);
  let read = args;
  for (let step = version; step < declaration.version; step += 1)
    read = declaration.upcasters?.[step]?.(read);
  return read;
};
