import { type Judged, judgeType } from './judge-type.ts';
import { isRemuxed, type PlayedFacts, remux } from './remux.ts';

export type Inspected = Judged & PlayedFacts & { isBroken: boolean };

const NOTHING_PLAYED: PlayedFacts = { width: null, height: null, durationMs: null, hasPicture: false };

/**
 * Judges bytes by their content, and writes films and sounds anew without what they tell about who made them and where.
 * @returns `inspected` null: refused; `bytes`: what to keep instead of the ones given
 */
export const inspect = async (
  bytes: Uint8Array,
): Promise<{ inspected: Inspected | null; bytes: Uint8Array }> => {
  const judged = await judgeType(bytes);
  if (judged === null) return { inspected: null, bytes };
  if (!isRemuxed(judged.mime)) return { inspected: { ...judged, ...NOTHING_PLAYED, isBroken: false }, bytes };
  const played = await remux(bytes, judged.mime);
  if (played === null) return { inspected: { ...judged, ...NOTHING_PLAYED, isBroken: true }, bytes };
  const { bytes: kept, ...facts } = played;
  return { inspected: { ...judged, ...facts, isBroken: false }, bytes: kept };
};
