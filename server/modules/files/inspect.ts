import { cleanMp4, type VideoFacts } from './clean-mp4.ts';
import { cleanWebm } from './clean-webm.ts';
import { type Judged, judgeType } from './judge-type.ts';

export type Inspected = Judged & VideoFacts & { isBroken: boolean };

const UNKNOWN: VideoFacts = { width: null, height: null };

/**
 * Judges bytes by their content, and empties in place what a video tells about who filmed it and where. Null: refused.
 */
export const inspect = async (bytes: Uint8Array): Promise<Inspected | null> => {
  const judged = await judgeType(bytes);
  if (judged === null) return null;
  if (judged.kind !== 'video') return { ...judged, ...UNKNOWN, isBroken: false };
  if (judged.mime === 'video/webm') return { ...judged, ...UNKNOWN, isBroken: !cleanWebm(bytes) };
  const facts = cleanMp4(bytes);
  return { ...judged, ...(facts ?? UNKNOWN), isBroken: facts === null };
};
