import { LIMITS } from '../limits.ts';
import { uuid } from '../text.ts';
import { z } from '../zod.ts';

/**
 * The loudness of a voice message over time: `LIMITS.waveformPeaks` parts of the same length, one character of the base64
 * alphabet for each, from `A` (silence) to `/` (the loudest).
 */
export const waveform = () => z.string().check(z.regex(/^[A-Za-z0-9+/]{64}$/, 'Not a waveform'));

const voice = () =>
  z.object({
    durationMs: z.int().check(z.minimum(1), z.maximum(LIMITS.voiceMsMax)),
    waveform: waveform(),
  });

/** How long a voice message is, and how its waveform is drawn, as the sender's device has measured them. */
export type Voice = z.infer<ReturnType<typeof voice>>;

/** What the device that recorded them says of voice messages, by the ids of their files. */
export const voices = () =>
  z
    .record(uuid(), voice())
    .check(z.refine((all) => Object.keys(all).length <= LIMITS.messageFilesMax, 'Too many'));
