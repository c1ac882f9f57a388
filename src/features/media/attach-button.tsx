import { Camera, File as FileIcon, Image as ImageIcon, Paperclip } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/icon-button.tsx';
import { Sheet, SheetAction } from '../../components/sheet.tsx';
import type { AttachRules } from './attachment-list.ts';
import * as styles from './tray.css.ts';
import type { Attachments } from './use-attachments.ts';

interface AttachButtonProps {
  attachments: Attachments;
  rules: AttachRules;
}

const hasCamera = (): boolean => matchMedia('(pointer: coarse)').matches;

/** The paper clip beside a composer: pictures and videos, the camera, documents. */
export const AttachButton = memo(function AttachButton({ attachments, rules }: AttachButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const gallery = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const documents = useRef<HTMLInputElement>(null);
  const pictures = rules.withVideo ? 'image/*,video/mp4,video/webm,video/quicktime' : 'image/*';
  // One choice needs no sheet.
  const isSimple = !rules.withFiles && !hasCamera();
  const take = (input: HTMLInputElement, asFiles = false) => {
    if (input.files) attachments.add(input.files, { asFiles });
    // The same file may be picked again after it was removed.
    input.value = '';
  };
  return (
    <>
      <IconButton
        label={t('media.attach')}
        variant="soft"
        icon={<Paperclip size={22} aria-hidden="true" />}
        onClick={() => (isSimple ? gallery.current?.click() : setIsOpen(true))}
      />
      <input
        ref={gallery}
        className={styles.input}
        type="file"
        accept={pictures}
        multiple={rules.max > 1}
        tabIndex={-1}
        aria-label={t('media.gallery')}
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={camera}
        className={styles.input}
        type="file"
        accept="image/*"
        capture="environment"
        tabIndex={-1}
        aria-label={t('media.camera')}
        onChange={(event) => take(event.currentTarget)}
      />
      {rules.withFiles && (
        <input
          ref={documents}
          className={styles.input}
          type="file"
          multiple
          tabIndex={-1}
          aria-label={t('media.document')}
          onChange={(event) => take(event.currentTarget, true)}
        />
      )}
      <Sheet isOpen={isOpen} onOpenChange={setIsOpen} title={t('media.attach')}>
        <SheetAction
          label={t('media.gallery')}
          icon={<ImageIcon size={22} aria-hidden="true" />}
          onPress={() => gallery.current?.click()}
        />
        {hasCamera() && (
          <SheetAction
            label={t('media.camera')}
            icon={<Camera size={22} aria-hidden="true" />}
            onPress={() => camera.current?.click()}
          />
        )}
        {rules.withFiles && (
          <SheetAction
            label={t('media.document')}
            icon={<FileIcon size={22} aria-hidden="true" />}
            onPress={() => documents.current?.click()}
          />
        )}
      </Sheet>
    </>
  );
});
