import { previewUrl } from '../../../../protocol/index.ts';
import { splitLinks } from '../../../../sync/index.ts';

/** The first link of a text of which there may be a preview, as it stands there. */
export const firstLink = (text: string): string | null => {
  // Most texts have none, and looking at each sign costs every key that is pressed.
  if (!text.includes('://')) return null;
  const link = splitLinks(text).find((part) => part.kind === 'link' && previewUrl(part.text) !== null);
  return link?.text ?? null;
};
