import { FileText, Gauge, Image as ImageIcon, Play, Shrink, TriangleAlert, X } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cutText, LIMITS } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useTooLong } from '../../app/use-too-long.ts';
import { Button } from '../../components/button.tsx';
import { Sheet, SheetAction } from '../../components/sheet.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { StillImage } from '../../components/still-image.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useEngine } from '../../session/services.tsx';
import type { Attachment } from './attachment-list.ts';
import { FilmFrame } from './film-frame.tsx';
import { useConversion } from './films/conversions.ts';
import { hasOriginal, originalLabel } from './original-label.ts';
import { TrayVoice } from './sounds/tray-voice.tsx';
import * as styles from './tray.css.ts';
import type { Attachments } from './use-attachments.ts';
import { useEstimate } from './use-estimate.ts';
import { useFileUrl } from './use-file-url.ts';

interface AttachmentTrayProps {
  attachments: Attachments;
}

/** What will go along: local thumbnails, a × each, and how long it will take. Stands above the field. */
export function AttachmentTray({ attachments }: AttachmentTrayProps) {
  const { t } = useTranslation();
  const estimate = useEstimate();
  const errorText = useErrorText();
  const [openKey, setOpenKey] = useState<string | null>(null);
  // A recording that runs has a bar of its own.
  const items = attachments.items.filter(({ state }) => state !== 'recording');
  const percent = useConversion(items.find(({ kind }) => kind === 'video')?.id ?? null);
  if (items.length === 0) return null;
  const bytes = items.reduce((sum, item) => sum + item.size, 0);
  const opened = items.find(({ key }) => key === openKey) ?? null;
  return (
    <div className={styles.tray}>
      <ul className={styles.list} aria-label={t('media.tray')}>
        {items.map((item) => (
          <li
            key={item.key}
            className={item.voice ? styles.voiceItem : item.kind === 'file' ? styles.fileItem : styles.item}
          >
            {item.voice && (
              <Suspense fallback={<div className={styles.voiceRoom} />}>
                <TrayVoice item={item} />
              </Suspense>
            )}
            {!item.voice && (
              <button
                type="button"
                className={styles.open}
                aria-label={nameOf(item, t)}
                onClick={() => setOpenKey(item.key)}
              >
                {item.kind === 'file' ? <FileText size={20} aria-hidden="true" /> : <Thumbnail item={item} />}
                {item.kind === 'file' && <span className={styles.fileName}>{item.name}</span>}
                {item.state === 'preparing' && (
                  <span className={styles.veil}>
                    <span className={styles.disc}>
                      <Spinner />
                    </span>
                  </span>
                )}
                {item.state === 'failed' && (
                  <span className={styles.veilFailed}>
                    <TriangleAlert size={20} aria-hidden="true" />
                  </span>
                )}
              </button>
            )}
            <button
              type="button"
              className={styles.remove}
              aria-label={t('media.remove', { name: nameOf(item, t) })}
              onClick={() => attachments.remove(item.key)}
            >
              <span className={styles.removeDisc}>
                <X size={14} aria-hidden="true" />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.estimate} role="status">
        {attachments.asked !== null
          ? t('media.problem.standsStill')
          : items.some(({ state }) => state === 'failed')
            ? items.flatMap(({ error }) =>
                error === null ? [] : [errorText({ code: error, message: '' })],
              )[0]
            : items.some(({ state }) => state === 'preparing')
              ? percent === null
                ? t('media.preparing')
                : t('media.converting', { percent })
              : estimate(bytes)}
      </p>
      {attachments.asked !== null && <Question attachments={attachments} asked={attachments.asked} />}
      {items.some(({ mayTell }) => mayTell) && <p className={styles.estimate}>{t('media.mayTell')}</p>}
      {opened && <AttachmentSheet item={opened} attachments={attachments} onClose={() => setOpenKey(null)} />}
    </div>
  );
}

interface QuestionProps {
  attachments: Attachments;
  asked: NonNullable<Attachments['asked']>;
}

/** What an animation that would stand still is to go as. Its × takes it out. */
function Question({ attachments, asked: { key, isAnswered, canBeFile } }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.answers}>
      {canBeFile && (
        <Button
          type="button"
          size="sm"
          variant="secondary"
          disabled={isAnswered}
          onClick={() => attachments.answer(key, 'file')}
        >
          {t('media.asFile')}
        </Button>
      )}
      <Button
        type="button"
        size="sm"
        variant="secondary"
        disabled={isAnswered}
        onClick={() => attachments.answer(key, 'still')}
      >
        {t('media.asStill')}
      </Button>
    </div>
  );
}

type Translate = (key: 'media.video' | 'media.picture' | 'voice.message') => string;
const nameOf = (item: Attachment, t: Translate): string =>
  item.voice
    ? t('voice.message')
    : item.kind === 'file'
      ? item.name
      : t(item.kind === 'video' ? 'media.video' : 'media.picture');

function Thumbnail({ item }: { item: Attachment }) {
  const { isHere } = item;
  const [failed, setFailed] = useState<string | null>(null);
  const { url } = useFileUrl(item.kind === 'image' ? item.id : null, {
    isLocal: isHere,
    ...(isHere ? {} : { width: 320 }),
    // A HEIC is drawn once it is converted.
    attempt: failed !== null && item.state === 'ready' ? 1 : 0,
  });
  const fail = useCallback(() => setFailed(url), [url]);
  if (item.kind === 'video') {
    return (
      <>
        {isHere && item.id !== null && <FilmFrame id={item.id} className={styles.thumbnail} />}
        {item.state === 'ready' && (
          <span className={styles.disc}>
            <Play size={24} aria-hidden="true" />
          </span>
        )}
      </>
    );
  }
  // A TIFF is drawn by the server, a HEIC when it is converted.
  if (url !== null && failed === url) return <ImageIcon size={24} aria-hidden="true" />;
  return url === null ? null : <StillImage className={styles.thumbnail} src={url} alt="" onError={fail} />;
}

/** How large it will be is not known yet. */
const isConverting = ({ kind, state, isOriginal }: Attachment): boolean =>
  kind === 'video' && state === 'preparing' && !isOriginal;

interface AttachmentSheetProps {
  item: Attachment;
  attachments: Attachments;
  onClose: () => void;
}

/** "Now: 180 KB ≈ 9 s · Original size: 4 MB ≈ 3 min · Wait for Wi-Fi", and the words for a picture. */
function AttachmentSheet({ item, attachments, onClose }: AttachmentSheetProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const estimate = useEstimate();
  const { id, original } = item;
  const [alt, setAlt] = useState(item.alt);
  const tooLong = useTooLong(alt, LIMITS.altTextMax);
  return (
    <Sheet isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={nameOf(item, t)} layout="list">
      {item.kind !== 'file' && (
        <div className={styles.alt}>
          <TextField
            label={t('media.alt')}
            hint={t('media.altHint')}
            error={tooLong}
            value={alt}
            onChange={({ target: { value } }) => {
              setAlt(value);
              // What is too long is said while it stands here; as much as fits goes along.
              attachments.setAlt(item.key, cutText(value.trim(), LIMITS.altTextMax));
            }}
          />
        </div>
      )}
      {item.isHere && !isConverting(item) && (
        <SheetAction
          label={t('media.now', { estimate: estimate(item.size) })}
          icon={<Gauge size={22} aria-hidden="true" />}
          onPress={onClose}
        />
      )}
      {item.kind === 'image' && item.isOriginal && original !== null && (
        <SheetAction
          label={t('media.smallAgain')}
          icon={<Shrink size={22} aria-hidden="true" />}
          onPress={() => attachments.setOriginal(item.key, false)}
        />
      )}
      {item.isConvertible === true && item.isOriginal && original !== null && (
        <SheetAction
          label={t('media.convertHint')}
          icon={<Shrink size={22} aria-hidden="true" />}
          onPress={() => attachments.setOriginal(item.key, false)}
        />
      )}
      {hasOriginal(item) && original !== null && (
        <SheetAction
          label={t(originalLabel(item), { estimate: estimate(original.size) })}
          onPress={() => attachments.setOriginal(item.key, true)}
        />
      )}
      {item.isHere && id !== null && (
        <SheetAction label={t('media.waitForWifi')} onPress={() => void engine.files.setWifiOnly(id, true)} />
      )}
      <SheetAction label={t('media.removeThis')} tone="danger" onPress={() => attachments.remove(item.key)} />
    </Sheet>
  );
}
