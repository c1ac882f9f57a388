import { NOTE_MS, within } from './time-limit.ts';

/** Whether a member's database is away for sure: a browser that does not say what it has is asked no longer. */
export const isKnownGone = async (
  hasUserDatabase: (userId: string) => Promise<boolean>,
  userId: string,
): Promise<boolean> => {
  const looking = hasUserDatabase(userId);
  return (await within(NOTE_MS, looking).catch(() => false)) && !(await looking);
};
