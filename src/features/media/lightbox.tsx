import { Dialog } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownText } from '../../../sync/index.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { useBackCloses } from '../../components/use-back-closes.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { black } from '../../theme/black.ts';
import { BlurCanvas } from './blur-canvas.tsx';
import * as styles from './lightbox.css.ts';
import { saveFile } from './save-file.ts';
import { isTower, type ShownMedia } from './shown-media.ts';
import { useFileUrl } from './use-file-url.ts';
import { useZoom } from './use-zoom.ts';

interface LightboxProps {
  items: readonly ShownMedia[];
  startId: string;
  onClose: () => void;
}

/** Pictures over the whole screen: two fingers or a double tap zoom, a swipe turns the page, down closes. */
export function Lightbox({ items, startId, onClose }: LightboxProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const { api, session, toaster } = useServices();
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      items.findIndex(({ media }) => media.id === startId),
    ),
  );
  const item = items[Math.min(index, items.length - 1)];
  const turn = (by: number) => setIndex((now) => Math.min(items.length - 1, Math.max(0, now + by)));
  // The bar of the browser above it is part of what shines.
  useEffect(() => {
    const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    const before = bars.map(({ content }) => content);
    for (const bar of bars) bar.content = black.color.canvas;
    return () => {
      for (const [at, bar] of bars.entries()) bar.content = before[at] ?? bar.content;
    };
  }, []);
  useBackCloses(true, onClose);
  if (item === undefined) return null;
  const { media, isLocal } = item;
  const alt = shownText(media.alt ?? '');
  const save = async () => {
    const name = media.kind === 'video' ? 'video.mp4' : 'picture.webp';
    const isSaved = await saveFile({ engine, api, session, id: media.id, name, isLocal });
    if (!isSaved) toaster.show({ message: t('media.notDownloaded'), variant: 'error' });
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          className={styles.popup}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') turn(1);
            if (event.key === 'ArrowLeft') turn(-1);
          }}
        >
          <header className={styles.head}>
            <Dialog.Close
              render={<IconButton label={t('action.close')} icon={<X size={24} aria-hidden="true" />} />}
            />
            <Dialog.Title className={styles.title}>
              {items.length > 1
                ? t('media.position', { index: index + 1, count: items.length })
                : t(media.kind === 'video' ? 'media.video' : 'media.picture')}
            </Dialog.Title>
            <IconButton
              label={t('media.save')}
              icon={<Download size={22} aria-hidden="true" />}
              onClick={() => void save()}
            />
          </header>
          {media.kind === 'video' ? (
            <LightboxVideo key={media.id} item={item} alt={alt} />
          ) : (
            <LightboxPicture key={media.id} item={item} alt={alt} onTurn={turn} onClose={onClose} />
          )}
          {items.length > 1 && (
            <>
              <span className={styles.previous}>
                <IconButton
                  label={t('media.previous')}
                  icon={<ChevronLeft size={28} aria-hidden="true" />}
                  disabled={index === 0}
                  onClick={() => turn(-1)}
                />
              </span>
              <span className={styles.next}>
                <IconButton
                  label={t('media.next')}
                  icon={<ChevronRight size={28} aria-hidden="true" />}
                  disabled={index === items.length - 1}
                  onClick={() => turn(1)}
                />
              </span>
            </>
          )}
          {alt !== '' && <p className={styles.caption}>{alt}</p>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PageProps {
  item: ShownMedia;
  alt: string;
}

function LightboxPicture({
  item: { media, isLocal },
  alt,
  onTurn,
  onClose,
}: PageProps & { onTurn: (by: number) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const { url } = useFileUrl(media.id, { isLocal });
  const [isLoaded, setIsLoaded] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const isTall = isTower(media);
  useZoom({ stage, image, onTurn, onClose, isOff: isTall });
  return (
    <div ref={stage} className={isTall ? styles.scrolled : styles.stage} tabIndex={isTall ? 0 : undefined}>
      <div
        className={isTall ? styles.tallFrame : styles.frame}
        style={{
          aspectRatio: `${media.width ?? 4} / ${media.height ?? 3}`,
          maxInlineSize: `${media.width ?? 2_048}px`,
        }}
      >
        {!isLoaded && <BlurCanvas hash={media.blurhash} />}
        {url !== null && (
          <img
            ref={image}
            className={isTall ? styles.tallImage : styles.image}
            src={url}
            alt={alt || t('media.picture')}
            draggable={false}
            onLoad={() => setIsLoaded(true)}
          />
        )}
      </div>
    </div>
  );
}

function LightboxVideo({ item: { media, isLocal, isPosterLocal }, alt }: PageProps) {
  const { t } = useTranslation();
  const { url } = useFileUrl(media.id, { isLocal });
  const poster = useFileUrl(media.posterId, { width: 960, isLocal: isPosterLocal });
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    // Opened by a press: it may begin. Where it may not, the controls are there.
    if (url !== null) video.current?.play().catch(() => undefined);
  }, [url]);
  return (
    <div className={styles.stage}>
      {/* biome-ignore lint/a11y/useMediaCaption: what members film has no captions. */}
      <video
        ref={video}
        className={styles.video}
        src={url ?? undefined}
        poster={poster.url ?? undefined}
        controls
        playsInline
        aria-label={alt || t('media.video')}
      />
    </div>
  );
}
