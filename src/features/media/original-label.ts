import { fitPicture, LIMITS } from '../../../protocol/index.ts';
import type { Attachment } from './attachment-list.ts';
import { oddPictureOf } from './odd-picture.ts';

/** What was picked can be sent as it was, and is not what will be sent. */
export const hasOriginal = ({
  kind,
  original,
  size,
  isOriginal,
}: Pick<Attachment, 'kind' | 'original' | 'size' | 'isOriginal'>): boolean => {
  if (original === null || kind === 'file' || original.size > LIMITS.uploadBytesMax) return false;
  const odd = oddPictureOf(original);
  if (odd === 'heic' || odd === 'bmp') return false;
  return kind === 'image' ? original.size > size : !isOriginal;
};

/**
 * What sending more than the small copy is called. A film stays as it is. A picture is drawn anew by the server, so it is no
 * original; one of many pixels does not even keep its width and height, nor may one that could not be measured.
 */
export const originalLabel = ({ kind, picked }: Pick<Attachment, 'kind' | 'picked'>) => {
  if (kind === 'video') return 'media.original';
  return picked && fitPicture(picked, LIMITS.imageSideMax).width === picked.width
    ? 'media.originalSize'
    : 'media.large';
};
