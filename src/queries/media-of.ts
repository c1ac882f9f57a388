import type { Media } from '../../protocol/index.ts';
import { useLocalQuery } from './use-local-query.ts';

/** What carries pictures. */
export type MediaOwner = { readonly kind: 'message' | 'post'; readonly id: string };

export type OwnedMedia = {
  /** What it carries; null where only the outbox has it, or nothing. */
  readonly media: readonly Media[] | null;
  /** This device has it, sent or not. */
  readonly isHere: boolean;
};

/** What a message or post carries now; nothing once it is deleted. */
export function useMediaOf({ kind, id }: MediaOwner): OwnedMedia | undefined {
  return useLocalQuery({
    name: `media of ${kind} ${id}`,
    stores: ['messages', 'outbox', 'posts'],
    read: async (db): Promise<OwnedMedia> => {
      const row = await (kind === 'message' ? db.messages.get(id) : db.posts.get(id));
      if (row) return { media: row.deletedAt === null ? row.media : [], isHere: true };
      // What was refused is shown where it was written.
      const creates = kind === 'message' ? 'sendMessage' : 'createPost';
      const waiting = await db.outbox
        .filter(({ name, args }) => name === creates && 'id' in args && args.id === id)
        .count();
      return { media: null, isHere: waiting > 0 };
    },
  });
}
