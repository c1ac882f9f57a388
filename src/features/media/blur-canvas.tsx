import { decode, isBlurhashValid } from 'blurhash';
import { useLayoutEffect, useRef } from 'react';
import * as styles from './media.css.ts';

const SIDE = 24;

/** A few letters as a soft picture, until the real one has come. */
export function BlurCanvas({ hash }: { hash: string | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || hash === null || !isBlurhashValid(hash).result) return;
    context.putImageData(new ImageData(new Uint8ClampedArray(decode(hash, SIDE, SIDE)), SIDE, SIDE), 0, 0);
  }, [hash]);
  return <canvas ref={canvas} className={styles.blur} width={SIDE} height={SIDE} />;
}
