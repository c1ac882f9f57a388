import { z } from '../zod.ts';
import { media } from './media.ts';

/**
 * What a page that a message links to says of itself, fetched by the server once on its sender's wish
 * (docs/decisions/0036) and kept with the message: its readers ask no site for anything. `url` is the link of the message,
 * as a browser opens it, wherever that led. The texts are one line each, without invisible characters.
 */
export const linkPreview = z.object({
  url: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  /** A file of the message's sender, as those in `media`. */
  picture: z.nullable(media),
});
export type LinkPreview = z.infer<typeof linkPreview>;
