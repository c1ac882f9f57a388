import { instant } from '../text.ts';
import { z } from '../zod.ts';
import { declareMutation } from './declare.ts';

/** A screen of this app. */
export const screen = z.string().check(z.maxLength(200), z.regex(/^\/(?!\/)/));

/**
 * A notification was seen on the screen it leads to. `until` is when the push behind it was sent, by the server's own clock:
 * what was told later stays, however late this arrives.
 */
export const markScreenSeen = declareMutation({
  version: 1,
  args: z.object({ url: screen, until: instant() }),
  method: 'PUT',
  path: '/notifications/seen',
  // Not the screen: the server keeps no record of which screens a member opens.
  lane: () => 'notices',
});
