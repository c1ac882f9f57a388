import { type Judged, judgeType } from './judge-type.ts';
import { remux, type VideoFacts } from './remux.ts';

export type Inspected = Judged & VideoFacts & { isBroken: boolean };

/**
 * Judges bytes by their content, and writes films anew without what they tell about who filmed them and where.
 * @returns `inspected` null: refused; `bytes`: what to keep instead of the ones given
 */
export const inspect = async (
  bytes: Uint8Array,
): Promise<{ inspected: Inspected | null; bytes: Uint8Array }> => {
  const judged = await judgeType(bytes);
  if (judged === null) return { inspected: null, bytes };
  if (judged.kind !== 'video')
    return { inspected: { ...judged, width: null, height: null, isBroken: false }, bytes };
  const film = await remux(bytes, judged.mime);
  return {
    inspected: {
      ...judged,
      width: film?.width ?? null,
      height: film?.height ?? null,
      isBroken: film === null,
    },
    bytes: film?.bytes ?? bytes,
  };
};
