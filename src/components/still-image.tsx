import { useEffect, useRef } from 'react';
import { useWantsLessMotion } from '../theme/use-wants-less-motion.ts';

interface StillImageProps {
  className: string;
  src: string;
  /** Empty for decoration. */
  alt: string;
  onError?: () => void;
}

/** More than a thumbnail is ever shown with. */
const SIDE_MAX = 640;

/** A small picture, which with reduced motion shows the first frame of one that moves (WCAG 2.2, 2.2.2). */
export function StillImage({ className, src, alt, onError }: StillImageProps) {
  const isStill = useWantsLessMotion();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!isStill) return;
    const image = new Image();
    const stop = new AbortController();
    const draw = (): void => {
      const target = canvas.current;
      if (target === null) return;
      const scale = Math.min(1, SIDE_MAX / Math.max(image.naturalWidth, image.naturalHeight));
      target.width = Math.max(1, Math.round(image.naturalWidth * scale));
      target.height = Math.max(1, Math.round(image.naturalHeight * scale));
      target.getContext('2d')?.drawImage(image, 0, 0, target.width, target.height);
    };
    image.addEventListener('load', draw, { signal: stop.signal });
    if (onError !== undefined) image.addEventListener('error', onError, { signal: stop.signal });
    image.src = src;
    return () => stop.abort();
  }, [isStill, src, onError]);
  if (!isStill) return <img className={className} src={src} alt={alt} onError={onError} />;
  const name = alt === '' ? {} : { role: 'img', 'aria-label': alt };
  return <canvas ref={canvas} className={className} {...name} />;
}
