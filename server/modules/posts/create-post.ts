import { eq } from 'drizzle-orm';
import { type Media, type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { posts } from '../../db/schema.ts';
import { type BatchedCommand, type DecideContext, NeedsPreparation } from '../sync/batch/command.ts';
import { livingPerson } from '../users/living-person.ts';
import { aliasOf, coarseTime } from './alias.ts';
import { attachPostFiles, hasFiles } from './post-files.ts';
import { postChange, type StoredPost } from './presenter.ts';

type Args = MutationArgs<'createPost'>;

/** Stores a post under the id its author chose; a second copy of one's own post is the same post. */
export const createPost: BatchedCommand<Args, Media[]> = {
  needs: ({ id, anonymous = false }, actorId) => ({ posts: [id], people: [actorId], aliasKey: anonymous }),
  decide: (context, args, prepared) => {
    const { state, log, actorId } = context;
    const known = state.posts.get(args.id);
    if (known?.creatorId === actorId) return { id: args.id };
    if (known) throw new ProtocolError('id_taken');
    const author = livingPerson(state, actorId);
    if (!author) throw new ProtocolError('not_found');
    if (!prepared && hasFiles(args)) throw new NeedsPreparation();
    const post = state.posts.add(toRow(context, args, prepared ?? []));
    log.put(userScope(actorId), postChange({ post, author }, actorId));
    return { id: args.id };
  },
  prepare: async (context, args) => {
    if (!hasFiles(args)) return [];
    const { id, anonymous = false } = args;
    const [known] = await context.tx.select({ id: posts.id }).from(posts).where(eq(posts.id, id));
    return known ? [] : attachPostFiles(context, { id, isAnonymous: anonymous }, args);
  },
};

const toRow = ({ state, actorId, now }: DecideContext, args: Args, media: Media[]): StoredPost => {
  const { id, content, images = [], alts = {}, video = null, privacy = 'PUBLIC', anonymous = false } = args;
  return {
    ...{ id, creatorId: actorId, content, images: [...images], alts, video, media, privacy },
    alias: anonymous ? aliasOf(state.aliasKey, id, actorId) : null,
    ...{ likeCount: 0, commentCount: 0 },
    createdAt: anonymous ? coarseTime(now) : now,
    ...{ editedAt: null, deletedAt: null, purgedAt: null },
    // Those who have the feed open have not been told that there is something new.
    toldVersion: 0,
    version: 1,
  };
};
