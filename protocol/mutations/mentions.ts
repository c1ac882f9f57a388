import { LIMITS } from '../limits.ts';
import { freeText, uuid } from '../text.ts';
import { z } from '../zod.ts';
import { isDistinct } from './distinct.ts';

/** Members whom a text names. */
export const mentionedIds = () =>
  z.array(uuid()).check(z.maxLength(LIMITS.mentionsMax), z.refine(isDistinct, 'The same person twice'));

/** How the text writes them, by id. */
export const mentionNames = () =>
  z
    .record(uuid(), freeText(LIMITS.mentionNameMax))
    .check(z.refine((names) => Object.keys(names).length <= LIMITS.mentionsMax, 'Too many'));

/** Whether two texts name the same people, in whatever order. */
export const namesSamePeople = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));
