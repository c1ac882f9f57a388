import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { Media } from '../../../protocol/index.ts';
import { type MediaOwner, useMediaOf } from '../../queries/media-of.ts';
import { useUploads } from '../../queries/uploads.ts';
import { showMedia } from './shown-media.ts';

const Lightbox = lazy(async () => ({ default: (await import('./lightbox.tsx')).Lightbox }));

type Opened = {
  readonly owner: MediaOwner;
  /** As it was at the press: its owner may not be on the device yet. */
  readonly media: readonly Media[];
  readonly startId: string;
};

type Open = (opened: Opened) => void;

const OpenContext = createContext<Open | null>(null);

/** Opens a picture over the screen. */
export const useOpenMedia = (): Open => {
  const open = useContext(OpenContext);
  if (open === null) throw new Error('There is no MediaViewer above');
  return open;
};

interface MediaViewerProps {
  /** The screen that it lies over: on another one it is closed. */
  screen: string;
  children: ReactNode;
}

/** Holds the picture that is looked at. It stands above the lists, whose rows come and go while one looks. */
export function MediaViewer({ screen, children }: MediaViewerProps) {
  const [shown, setShown] = useState<{ opened: Opened; screen: string } | null>(null);
  const open = useCallback<Open>((opened) => setShown({ opened, screen }), [screen]);
  const close = useCallback(() => setShown(null), []);
  if (shown !== null && shown.screen !== screen) setShown(null);
  return (
    <OpenContext value={open}>
      {children}
      {shown !== null && <OpenMedia key={shown.opened.owner.id} opened={shown.opened} onClose={close} />}
    </OpenContext>
  );
}

function OpenMedia({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const now = useMediaOf(opened.owner);
  const media = now?.media ?? opened.media;
  const uploads = useUploads(useMemo(() => media.map(({ id }) => id), [media]));
  const pictures = useMemo(
    () => showMedia(media, uploads).filter((one) => one.media.kind !== 'file'),
    [media, uploads],
  );
  const [wasHere, setWasHere] = useState(false);
  if (now?.isHere && !wasHere) setWasHere(true);
  const isGone = pictures.length === 0 || (wasHere && now?.isHere === false);
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (isGone) return null;
  return (
    <Suspense fallback={null}>
      <Lightbox items={pictures} startId={opened.startId} onClose={onClose} />
    </Suspense>
  );
}
