import { LIMITS } from '../limits.ts';
import { freeText } from '../text.ts';
import { z } from '../zod.ts';

/** Names for this machine and its own network, and addresses without a name. The server judges what a name stands for. */
const INSIDE = /^[^.]*$|(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$|\.\d+$/u;

/**
 * The address that a link of a message opens, where the server may look at it for a preview: a site with a name, at the
 * port of its protocol. Null for everything else.
 */
export const previewUrl = (link: string): string | null => {
  const url = link.length > LIMITS.previewLinkMax ? null : URL.parse(link);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.username !== '' || url.password !== '' || url.port !== '' || INSIDE.test(url.hostname)) return null;
  return url.href;
};

/** The link of a message that is to be shown with a preview, as it stands in the text. */
export const previewLink = () =>
  freeText(LIMITS.previewLinkMax).check(
    z.refine((link) => previewUrl(link) !== null, 'There is no preview of this address'),
  );

/**
 * The link whose preview a text is to have. One that does not stand there is nobody's mistake: a text is composed anew on
 * its way, and is never held back for a preview.
 */
export const linkInText = (
  text: string | null | undefined,
  link: string | null | undefined,
): string | null => (link != null && text?.includes(link) ? link : null);
