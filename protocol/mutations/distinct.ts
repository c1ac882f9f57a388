/** Whether none of the ids stands twice. */
export const isDistinct = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;
