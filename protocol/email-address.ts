import { normalizeText } from './normalize-text.ts';

/** One address has one spelling: upper case and the ways to write an accent make no second account. */
export const normalizeEmail = (value: string): string => normalizeText(value.trim(), 'NFC').toLowerCase();
