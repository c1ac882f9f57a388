import { type SyntheticEvent, useRef } from 'react';
import { useWantsLessMotion } from '../../theme/use-wants-less-motion.ts';

interface StillPictureProps {
  className: string;
  src: string;
  isLoaded: boolean;
  onLoad: () => void;
  onError: () => void;
}

/**
 * A picture in a list. With reduced motion it is drawn once, so that one that moves stands still until it is opened
 * (WCAG 2.2, 2.2.2).
 */
export function StillPicture({ className, src, isLoaded, onLoad, onError }: StillPictureProps) {
  const isStill = useWantsLessMotion();
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = ({ currentTarget: image }: SyntheticEvent<HTMLImageElement>): void => {
    const target = canvas.current;
    if (target !== null) {
      target.width = image.naturalWidth;
      target.height = image.naturalHeight;
      target.getContext('2d')?.drawImage(image, 0, 0);
    }
    onLoad();
  };
  return (
    <>
      <img
        className={className}
        data-loaded={(isLoaded && !isStill) || undefined}
        src={src}
        alt=""
        decoding="async"
        draggable={false}
        onLoad={draw}
        onError={onError}
      />
      {isStill && <canvas ref={canvas} className={className} data-loaded={isLoaded || undefined} />}
    </>
  );
}
