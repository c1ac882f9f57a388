import type { MutationName } from '../../protocol/index.ts';
import type { EngineCore, MutationInput } from '../engine-types.ts';
import type { MemoryDisk } from './memory-storage.ts';

type Action = { [N in MutationName]: { name: N; args: MutationInput<N> } }[MutationName];

type Chance = {
  random: () => number;
  newId: () => string;
  pick: <T>(items: readonly T[]) => T | undefined;
  /** Every post there is: people like and comment on what they found in a list. */
  postIds: readonly string[];
};

const chooseAction = (disk: MemoryDisk, userId: string, { random, newId, pick, postIds }: Chance): Action => {
  const roll = random();
  const own = pick([...disk.stores.posts.values()].filter((post) => post.creatorId === userId));
  const comment = pick([...disk.stores.comments.values()].filter((row) => row.creatorId === userId));
  const postId = pick(postIds);
  const content = `words ${Math.floor(roll * 1_000)}`;
  if (postId !== undefined && roll < 0.2) {
    return { name: 'setLike', args: { postId, liked: random() < 0.6 } };
  }
  if (postId !== undefined && roll < 0.25)
    return { name: 'hidePost', args: { postId, hidden: random() < 0.5 } };
  if (postId !== undefined && roll < 0.4)
    return { name: 'createComment', args: { id: newId(), postId, content } };
  if (comment !== undefined && roll < 0.5) {
    const ids = { id: comment.id, postId: comment.postId };
    return random() < 0.5
      ? { name: 'updateComment', args: { ...ids, content } }
      : { name: 'deleteComment', args: ids };
  }
  if (own !== undefined && roll < 0.6) {
    const privacy = random() < 0.2 ? 'PRIVATE' : 'PUBLIC';
    return { name: 'updatePost', args: { id: own.id, content, privacy } };
  }
  if (own !== undefined && roll < 0.7)
    return { name: 'deletePost', args: { id: own.id, soft: random() < 0.7 } };
  if (own !== undefined && roll < 0.75) return { name: 'restorePost', args: { id: own.id } };
  return { name: 'createPost', args: { id: newId(), content } };
};

const carryOut = <N extends MutationName>(
  engine: EngineCore,
  { name, args }: { name: N; args: MutationInput<N> },
): Promise<unknown> => engine.mutate(name, args);

/** One thing that somebody does with posts; answers its name. */
export const doWithPosts = (
  engine: EngineCore,
  disk: MemoryDisk,
  chance: Chance,
): { name: MutationName; done: Promise<unknown> } => {
  const action = chooseAction(disk, engine.userId, chance);
  return { name: action.name, done: carryOut<MutationName>(engine, action) };
};
