/** Where messages wait that a page was left with before they were on the disk (unstored-sends.ts). */
export const UNSTORED_SENDS_KEY = 'tambay.unstoredSends';
