import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Decoder } from './decoder.ts';
import { frameOf } from './pictures.ts';

/** Between two looks: quick to the hand, and the phone stays cool. */
const PAUSE_MS = 120;

/** Looks at what the camera sees, one picture after the other, until a code is found. */
export function useScan(
  video: RefObject<HTMLVideoElement | null>,
  open: () => Promise<Decoder>,
  isLooking: boolean,
  onFound: (text: string) => void,
): void {
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (!isLooking) return;
    let isCurrent = true;
    let timer = 0;
    let looks = 0;
    const read = async (frame: ImageData): Promise<string | null> => (await open()).read(frame);
    const look = async (): Promise<void> => {
      const frame = video.current && frameOf(video.current, looks);
      looks += 1;
      // A reader that cannot be loaded now may be the next time.
      const text = frame ? await read(frame).catch(() => null) : null;
      if (!isCurrent) return;
      if (text === null || text === '') timer = window.setTimeout(() => void look(), PAUSE_MS);
      else found(text);
    };
    void look();
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [video, open, isLooking]);
}
