import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/**
 * - `denied`: the member said no, and the browser asks no more; `dismissed`: the question was closed without an answer.
 * - `busy`: another app holds the camera; `none`: there is no camera, or the page may not have one.
 */
export type CameraState = 'starting' | 'on' | 'denied' | 'dismissed' | 'busy' | 'none';

export type Camera = {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: CameraState;
  /** Null where the camera has no light. */
  readonly torch: { readonly isOn: boolean; toggle(): void } | null;
  /** Asks again. */
  retry(): void;
};

const WANTED: MediaStreamConstraints = {
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1_280 }, height: { ideal: 720 } },
  audio: false,
};

// TypeScript does not know the light of a camera (W3C MediaStream Image Capture) yet.
type WithTorch<T> = T & { torch?: boolean };

const stateOf = async (error: unknown): Promise<CameraState> => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy';
  if (name !== 'NotAllowedError') return 'none';
  // Only the permission itself tells a no from a question that was closed.
  const permission = await navigator.permissions.query({ name: 'camera' }).catch(() => null);
  return permission?.state === 'prompt' ? 'dismissed' : 'denied';
};

/** The camera at the back of the phone, as long as the screen stands and is wanted. */
export function useCamera(isWanted: boolean): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [isTorchOn, setIsTorchOn] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again.
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    let stream: MediaStream | null = null;
    const start = async (): Promise<void> => {
      setState('starting');
      try {
        // Without a secure context there are no media devices at all.
        if (!navigator.mediaDevices) throw new DOMException('No media devices', 'NotFoundError');
        stream = await navigator.mediaDevices.getUserMedia(WANTED);
        if (!isCurrent) return stop();
        const element = video.current;
        if (element) element.srcObject = stream;
        await element?.play();
        if (!isCurrent) return;
        setTrack(stream.getVideoTracks()[0] ?? null);
        setState('on');
      } catch (error) {
        const found = await stateOf(error);
        if (isCurrent) setState(found);
      }
    };
    const stop = (): void => {
      for (const one of stream?.getTracks() ?? []) one.stop();
    };
    void start();
    return () => {
      isCurrent = false;
      setTrack(null);
      setIsTorchOn(false);
      stop();
    };
  }, [isWanted, attempt]);

  const capabilities: WithTorch<MediaTrackCapabilities> = track?.getCapabilities?.() ?? {};
  const toggle = async (): Promise<void> => {
    const light: WithTorch<MediaTrackConstraintSet> = { torch: !isTorchOn };
    await track?.applyConstraints({ advanced: [light] });
    setIsTorchOn(!isTorchOn);
  };
  return {
    video,
    state,
    // A light that refuses stays as it is.
    torch: capabilities.torch
      ? { isOn: isTorchOn, toggle: () => void toggle().catch(() => undefined) }
      : null,
    retry: useCallback(() => setAttempt((before) => before + 1), []),
  };
}
