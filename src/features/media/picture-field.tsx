import { Camera, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId, ProtocolError } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { reportFault } from '../../app/faults.ts';
import { useAskBeforeUnload } from '../../app/use-ask-before-unload.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { Button } from '../../components/button.tsx';
import { useEngine, useServices } from '../../session/services.tsx';
import { mayBePicture } from './inspect-picked.ts';
import { keepFace } from './keep-file.ts';
import { preparePicked } from './prepare-picked.ts';
import * as styles from './tray.css.ts';

interface PictureFieldProps {
  pictureId: string | null;
  /** Holds the picture until the owner releases it; without one, it is released as soon as it is named. */
  tray?: string;
  onPick: (id: string | null) => Promise<unknown>;
}

/** Chooses the face of a person or a group: kept on the device at once, and cut to a square around its middle. */
export function PictureField({ pictureId, tray, onPick }: PictureFieldProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [ownTray] = useState(newId);
  const [isBusy, setIsBusy] = useState(false);
  useHoldUpdate(isBusy);
  // Until it is stored it is nowhere but here.
  useAskBeforeUnload(isBusy);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setIsBusy(true);
    try {
      if (!(await mayBePicture(file))) throw new ProtocolError('unreadable_media');
      // At once and as it was picked: cutting it takes seconds, and the screen may be left meanwhile.
      const id = await keepFace(engine, file, tray ?? ownTray);
      await onPick(id);
      if (tray === undefined) await engine.files.letGo([id], ownTray);
      void preparePicked(engine).catch(reportFault);
    } catch (error) {
      const detail = error instanceof ProtocolError ? error.detail : null;
      toaster.show({ message: errorText(detail), variant: 'error' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className={styles.picture}>
      <Button
        size="sm"
        variant="secondary"
        isLoading={isBusy}
        icon={<Camera size={18} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t(pictureId === null ? 'media.addPicture' : 'media.changePicture')}
      </Button>
      {pictureId !== null && (
        <Button
          size="sm"
          variant="dangerQuiet"
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => void onPick(null)}
        >
          {t('media.removePicture')}
        </Button>
      )}
      <input
        ref={input}
        className={styles.input}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={t('media.choosePicture')}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          // The same file may be picked again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
