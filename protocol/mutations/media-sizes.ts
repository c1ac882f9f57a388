import { LIMITS } from '../limits.ts';
import { uuid } from '../text.ts';
import { z } from '../zod.ts';

const side = () => z.int().check(z.minimum(1), z.maximum(LIMITS.mediaSideMax));
const mediaSize = () => z.object({ width: side(), height: side() });

/** Width and height in pixels, as a picture or a film is drawn. */
export type MediaSize = z.infer<ReturnType<typeof mediaSize>>;

/** Sizes of pictures and films by id, as their sender's device has measured them. They hold until the bytes are there. */
export const mediaSizes = () =>
  z
    .record(uuid(), mediaSize())
    .check(z.refine((sizes) => Object.keys(sizes).length <= LIMITS.messageImagesMax, 'Too many'));
