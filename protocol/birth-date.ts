import { LIMITS } from './limits.ts';
import { REQUIRED, z } from './zod.ts';

/** The message of specification §5. */
export const AGE_MESSAGE = 'Age can not be less than 13';

/** Specification §5: the year must be earlier than the current year minus 12; the year only. */
export const isOldEnough = (birthDate: string, currentYear: number): boolean =>
  Number(birthDate.slice(0, 4)) < currentYear - (LIMITS.minimumAgeYears - 1);

export const birthDate = () =>
  z.iso.date(REQUIRED).check(
    z.refine((value) => Number(value.slice(0, 4)) >= 1900, 'Must be a real date'),
    z.refine((value) => isOldEnough(value, new Date().getUTCFullYear()), AGE_MESSAGE),
  );
