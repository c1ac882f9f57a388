import { lazy } from 'react';

/** The row of a sound, with the code that plays it: loaded when there is one to show. */
export const LazySoundRow = lazy(async () => ({ default: (await import('./sound-row.tsx')).SoundRow }));
