import { eq } from 'drizzle-orm';
import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { posts } from '../../db/schema.ts';
import { findPerson } from '../friends/relation.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { aliasOf, coarseTime } from './alias.ts';
import { attachPostFiles } from './post-files.ts';
import { postChange } from './presenter.ts';

type Args = MutationArgs<'createPost'>;

/** Stores a post under the id its author chose; a second copy of one's own post is the same post. */
export const createPost = async (context: CommandContext, args: Args): Promise<CommandResult> => {
  const { tx, log, actorId, now } = context;
  const { id, anonymous = false } = args;
  if (await isStoredAlready(context, args)) return { id };
  const author = await findPerson(tx, actorId);
  if (!author) throw new ProtocolError('not_found');
  const media = await attachPostFiles(context, { id, isAnonymous: anonymous }, args);
  const [post] = await tx
    .insert(posts)
    .values({
      id,
      creatorId: actorId,
      content: args.content,
      images: args.images ?? [],
      alts: args.alts ?? {},
      video: args.video ?? null,
      media,
      privacy: args.privacy ?? 'PUBLIC',
      alias: anonymous ? await aliasOf(tx, id, actorId) : null,
      createdAt: anonymous ? coarseTime(now) : now,
      // Those who have the feed open have not been told that there is something new.
      toldVersion: 0,
    })
    .onConflictDoNothing({ target: posts.id })
    .returning();
  if (!post) throw new ProtocolError('id_taken');
  log.put(userScope(actorId), postChange({ post, author }, actorId));
  return { id };
};

const isStoredAlready = async ({ tx, actorId }: CommandContext, { id }: Args): Promise<boolean> => {
  const [known] = await tx.select({ creatorId: posts.creatorId }).from(posts).where(eq(posts.id, id));
  if (!known) return false;
  if (known.creatorId === actorId) return true;
  throw new ProtocolError('id_taken');
};
