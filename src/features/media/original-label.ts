import { fitPicture, LIMITS } from '../../../protocol/index.ts';
import type { Attachment } from './attachment-list.ts';

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
