import { LIMITS } from '../limits.ts';
import { freeText, uuid } from '../text.ts';
import { z } from '../zod.ts';

/** Words for those who cannot see a picture or a video, by its id. */
export const altTexts = () =>
  z
    .record(uuid(), freeText(LIMITS.altTextMax))
    .check(z.refine((alts) => Object.keys(alts).length <= LIMITS.postImagesMax, 'Too many'));
