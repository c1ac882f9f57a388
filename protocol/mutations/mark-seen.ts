import { uuid } from '../text.ts';
import { z } from '../zod.ts';
import { declareMutation } from './declare.ts';

/** Moves my high-water mark in a chat; it only ever moves forward (docs/decisions/0004). */
export const markSeen = declareMutation({
  version: 1,
  args: z.object({ chatId: uuid(), seq: z.int().check(z.minimum(1)) }),
  method: 'PATCH',
  path: '/chats/{chatId}/seen',
  lane: (args) => `chat:${args.chatId}`,
});
