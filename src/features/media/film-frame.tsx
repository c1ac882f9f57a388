import { useFileUrl } from './use-file-url.ts';

/** The very first frame is often black. With a time in the address Safari draws one before the film is played. */
const AT = '#t=0.1';

/** A frame of a film on this device, which has no still yet: that one is made when the film has been converted. */
export function FilmFrame({ id, className }: { id: string; className: string }) {
  const { url } = useFileUrl(id, { isLocal: true });
  if (url === null) return null;
  return (
    <video
      className={className}
      src={url + AT}
      preload="auto"
      muted
      playsInline
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
