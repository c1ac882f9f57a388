import { useEffect, useState } from 'react';
import * as styles from './qr-code.css.ts';

export interface QrCodeProps {
  /** What a scanner reads. */
  text: string;
  /** Says to those who cannot see it what it is. */
  label: string;
}

type Drawing = { readonly text: string; readonly size: number; readonly path: string };

/** The library is fetched when a code is first shown; the picture is one path. */
const draw = async (text: string): Promise<Drawing> => {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  let path = '';
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (modules.get(y, x)) path += `M${x} ${y}h1v1h-1z`;
  return { text, size, path };
};

const QUIET = 4;

/** A QR code: dark on white in every theme, because scanners expect it. */
export function QrCode({ text, label }: QrCodeProps) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let isWanted = true;
    // Without its library, as on a first visit that went offline, the code as text is still there.
    draw(text)
      .then((drawn) => {
        if (isWanted) setDrawing(drawn);
      })
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [text]);
  const isDrawn = drawing?.text === text;
  const side = (isDrawn ? drawing.size : 33) + 2 * QUIET;
  return (
    <div className={styles.frame}>
      <svg
        className={styles.code}
        role="img"
        aria-label={label}
        aria-busy={!isDrawn}
        viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
        shapeRendering="crispEdges"
      >
        {isDrawn && <path d={drawing.path} />}
      </svg>
    </div>
  );
}
