import { Flashlight, FlashlightOff, Images, ScanLine, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { haptic } from '../../components/haptics.ts';
import { Stack } from '../../components/stack.tsx';
import { visuallyHidden } from '../../theme/mixins.css.ts';
import { readPicture } from './pictures.ts';
import { readScanned, type ScannedCode } from './scanned-code.ts';
import * as styles from './scanner.css.ts';
import { TypedCode, type TypedCodeProps } from './typed-code.tsx';
import { useCamera } from './use-camera.ts';
import { useDecoder } from './use-decoder.ts';
import { useScan } from './use-scan.ts';
import { ViewfinderNotice } from './viewfinder-notice.tsx';

const ForeignCode = lazy(async () => ({ default: (await import('./foreign-code.tsx')).ForeignCode }));

export interface ScannerProps {
  /**
   * A code of this app was read.
   * @returns words that say why it does not help here, or null when it is taken
   */
  onCode: (code: ScannedCode) => string | null;
  /** What may be typed instead. */
  typed: Pick<TypedCodeProps, 'label' | 'bare'>;
}

type Miss = { readonly words: string; readonly text: string | null };

/**
 * The one scanner of the app: the camera, a picture from the gallery, or the code typed. A code that is not ours is shown
 * as text and never opened.
 */
export function Scanner({ onCode, typed }: ScannerProps) {
  const { t } = useTranslation();
  const [miss, setMiss] = useState<Miss | null>(null);
  const [isTaken, setIsTaken] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const gallery = useRef<HTMLInputElement>(null);
  const isWanted = miss === null && !isTaken;
  const camera = useCamera(isWanted);
  const openDecoder = useDecoder();

  /** @returns words that say why nothing comes of it */
  const take = (text: string): string | null => {
    const code = readScanned(text, location.origin, null);
    const refusal = code ? onCode(code) : t('scan.foreign');
    if (refusal === null) setIsTaken(true);
    return refusal;
  };
  const scanned = (text: string): void => {
    haptic('light');
    const refusal = take(text);
    if (refusal !== null) setMiss({ words: refusal, text });
  };
  useScan(camera.video, openDecoder, isWanted && camera.state === 'on', scanned);

  const readFile = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (!file) return;
    setIsReading(true);
    const text = await openDecoder()
      .then((decoder) => readPicture(decoder, file))
      .catch(() => null)
      .finally(() => setIsReading(false));
    // The same picture may be picked again.
    input.value = '';
    if (text === null) setMiss({ words: t('scan.noCode'), text: null });
    else scanned(text);
  };
  const isLit = camera.torch?.isOn === true;
  const Light = isLit ? FlashlightOff : Flashlight;
  return (
    <Stack gap="lg">
      <div className={styles.viewfinder}>
        <video
          ref={camera.video}
          className={styles.video}
          muted
          playsInline
          aria-label={t('scan.viewfinder')}
        />
        {isWanted && camera.state === 'on' && <div className={styles.frame} aria-hidden="true" />}
        {isWanted && camera.state !== 'on' && <ViewfinderNotice camera={camera} />}
        {miss && (
          <div className={styles.notice} role="alert">
            <TriangleAlert size={32} aria-hidden="true" />
            <p className={styles.words}>{miss.words}</p>
            {miss.text !== null && (
              <Suspense>
                <ForeignCode text={miss.text} />
              </Suspense>
            )}
            <Button
              variant="secondary"
              icon={<ScanLine size={18} aria-hidden="true" />}
              onClick={() => setMiss(null)}
            >
              {t('scan.again')}
            </Button>
          </div>
        )}
      </div>
      <p className={visuallyHidden} role="status">
        {isWanted && camera.state === 'on' ? t('scan.looking') : ''}
      </p>
      <div className={styles.tools}>
        {camera.torch && (
          <Button
            variant="outline"
            icon={<Light size={18} aria-hidden="true" />}
            aria-pressed={isLit}
            onClick={camera.torch.toggle}
          >
            {t('scan.torch')}
          </Button>
        )}
        <Button
          variant="outline"
          isLoading={isReading}
          icon={<Images size={18} aria-hidden="true" />}
          onClick={() => gallery.current?.click()}
        >
          {t('scan.gallery')}
        </Button>
        <input
          ref={gallery}
          className={styles.input}
          type="file"
          accept="image/*"
          tabIndex={-1}
          aria-label={t('scan.gallery')}
          onChange={(event) => void readFile(event.currentTarget)}
        />
      </div>
      <TypedCode {...typed} onCode={onCode} />
    </Stack>
  );
}
