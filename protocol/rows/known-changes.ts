import { rowSchemas } from './tables.ts';

const isUnknown = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'table' in value &&
  typeof value.table === 'string' &&
  !Object.hasOwn(rowSchemas, value.table);

/**
 * An answer without the changes of tables that this release does not know: a server that is newer tells of them, and the rest
 * is for this release, too. A release that knows more asks anew for what an earlier one left out, when it opens its
 * database.
 * @param answer parsed JSON; arrays named `changes` are looked into, at any depth
 */
export const withoutUnknownChanges = (answer: unknown): unknown => {
  if (Array.isArray(answer)) return answer.map(withoutUnknownChanges);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => {
      const known =
        key === 'changes' && Array.isArray(value) ? value.filter((one) => !isUnknown(one)) : value;
      return [key, withoutUnknownChanges(known)];
    }),
  );
};
