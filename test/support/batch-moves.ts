import fc from 'fast-check';
import { isMutationName, type MutationName } from '../../protocol/index.ts';

/** Mutations as a plan that two worlds can carry out, each with ids of its own. */
export const ACTORS = ['ana', 'ben', 'cora', 'dana'] as const;
export type Actor = (typeof ACTORS)[number];
export const CHATS = ['pair', 'group', 'request'] as const;
export type ChatName = (typeof CHATS)[number];

/** The things of a world, by their places in its lists. */
export type Things = {
  person: (actor: Actor) => string;
  chat: (name: ChatName) => string;
  message: (at: number) => string;
  voice: (of: ChatName) => string;
  friendship: (a: Actor, b: Actor) => string;
  post: (at: number) => string;
  comment: (at: number) => string;
  now: () => string;
};

export const MESSAGES = 6;
export const POSTS = 3;
export const COMMENTS = 4;
export const KEYS = 24;

type Planned = { plan: object; argsIn: (things: Things, actor: Actor) => object };
const move = <Plan extends object>(
  plan: fc.Arbitrary<Plan>,
  args: (plan: Plan, things: Things, actor: Actor) => object,
): fc.Arbitrary<Planned> =>
  plan.map((made) => ({ plan: made, argsIn: (things, actor) => args(made, things, actor) }));

const chat = fc.constantFrom(...CHATS);
const actor = fc.constantFrom(...ACTORS);
const message = fc.nat(MESSAGES - 1);
const post = fc.nat(POSTS - 1);
const comment = fc.nat(COMMENTS - 1);
const content = fc.constantFrom('Kumusta?', 'Nasa bus ako.');
const named = fc.uniqueArray(actor, { maxLength: 2 });
const seq = fc.nat(8);

const target = { chat, message };
type Target = { chat: ChatName; message: number };
const targetIn = (plan: Target, things: Things) => ({
  chatId: things.chat(plan.chat),
  messageId: things.message(plan.message),
});

const aboutFriendship = move(fc.record({ a: actor, b: actor }), ({ a, b }, things) => ({
  friendshipId: things.friendship(a, b),
}));

/** One for every mutation that is carried out in batches. */
export const moves = {
  sendMessage: move(
    fc.record({ ...target, replyTo: fc.option(message, { freq: 3 }), mentions: named }),
    ({ replyTo, mentions, ...plan }, things) => ({
      ...{ id: things.message(plan.message), chatId: things.chat(plan.chat), content: 'Kumusta?' },
      writtenAt: things.now(),
      ...(replyTo === null ? {} : { replyToId: things.message(replyTo) }),
      mentions: mentions.map(things.person),
    }),
  ),
  editMessage: move(
    fc.record({ ...target, content, mentions: fc.option(named) }),
    ({ mentions, ...plan }, things) => ({
      ...{ ...targetIn(plan, things), content: plan.content },
      ...(mentions === null ? {} : { mentions: mentions.map(things.person) }),
    }),
  ),
  deleteMessage: move(fc.record(target), targetIn),
  hideMessage: move(fc.record({ ...target, hidden: fc.boolean() }), ({ hidden, ...plan }, things) => ({
    ...{ ...targetIn(plan, things), hidden },
  })),
  starMessage: move(fc.record({ ...target, isStarred: fc.boolean() }), ({ isStarred, ...plan }, things) => ({
    ...{ ...targetIn(plan, things), isStarred },
  })),
  pinMessage: move(fc.record({ ...target, isPinned: fc.boolean() }), ({ isPinned, ...plan }, things) => ({
    ...{ ...targetIn(plan, things), isPinned },
  })),
  markListened: move(fc.record({ chat }), (plan, things) => ({
    ...{ chatId: things.chat(plan.chat), messageId: things.voice(plan.chat) },
  })),
  answerMessageRequest: move(fc.record({ chat, isAccepted: fc.boolean() }), (plan, things) => ({
    ...{ chatId: things.chat(plan.chat), isAccepted: plan.isAccepted },
  })),
  setChatPin: move(
    fc.record({ chat, rank: fc.constantFrom(null, 'a0', 'a1'), isMove: fc.boolean() }),
    ({ rank, isMove, ...plan }, things) => ({ chatId: things.chat(plan.chat), rank, isMove }),
  ),
  reactToMessage: move(
    fc.record({ ...target, emoji: fc.constantFrom(null, '👍', '😂') }),
    ({ emoji, ...plan }, things) => ({ ...targetIn(plan, things), emoji }),
  ),
  markSeen: move(fc.record({ chat, seq }), (plan, things) => ({
    ...{ chatId: things.chat(plan.chat), seq: Math.max(1, plan.seq) },
  })),
  clearChat: move(fc.record({ chat, seq }), (plan, things) => ({
    ...{ chatId: things.chat(plan.chat), seq: plan.seq },
  })),
  setChatPreferences: move(
    fc.record({ chat, isMuted: fc.boolean(), isArchived: fc.boolean() }),
    ({ isMuted, isArchived, ...plan }, things) => ({
      chatId: things.chat(plan.chat),
      isMuted,
      isArchived,
    }),
  ),
  markScreenSeen: move(fc.record({ url: fc.constantFrom('/people', '/posts') }), ({ url }, things) => ({
    ...{ url, until: things.now() },
  })),
  updateSettings: move(
    fc.record({ sendReadReceipts: fc.boolean(), groupInvites: fc.constantFrom('friends', 'nobody') }),
    (plan) => plan,
  ),
  updateProfile: move(
    fc.record({
      of: fc.option(actor),
      firstName: fc.constantFrom('Ana', 'Anita'),
      birthDate: fc.constantFrom('1990-05-05', '1991-06-06'),
    }),
    ({ of, ...plan }, things, self) => ({ ...plan, userId: things.person(of ?? self) }),
  ),
  rejectFriend: aboutFriendship,
  cancelRequest: aboutFriendship,
  unfriend: aboutFriendship,
  setBlock: move(fc.record({ of: actor, blocked: fc.boolean() }), ({ of, blocked }, things) => ({
    ...{ userId: things.person(of), blocked },
  })),
  muteAuthor: move(fc.record({ of: actor, muted: fc.boolean() }), ({ of, muted }, things) => ({
    ...{ userId: things.person(of), muted },
  })),
  setLike: move(
    fc.record({ post, liked: fc.constantFrom(null, true, false) }),
    ({ liked, ...plan }, things) => ({
      ...{ postId: things.post(plan.post), ...(liked === null ? {} : { liked }) },
    }),
  ),
  hidePost: move(fc.record({ post, hidden: fc.boolean() }), ({ hidden, ...plan }, things) => ({
    ...{ postId: things.post(plan.post), hidden },
  })),
  createPost: move(fc.record({ post, anonymous: fc.boolean() }), ({ anonymous, ...plan }, things) => ({
    ...{ id: things.post(plan.post), content: 'Kumusta?', anonymous },
  })),
  updatePost: move(
    fc.record({ post, content, privacy: fc.constantFrom('PUBLIC', 'PRIVATE') }),
    (plan, things) => ({ id: things.post(plan.post), content: plan.content, privacy: plan.privacy }),
  ),
  // To purge one is prepared, and so comes after the others of its batch.
  deletePost: move(fc.record({ post }), (plan, things) => ({ id: things.post(plan.post), soft: true })),
  restorePost: move(fc.record({ post }), (plan, things) => ({ id: things.post(plan.post) })),
  createComment: move(
    fc.record({ post, comment, parent: fc.option(comment, { freq: 2 }) }),
    ({ parent, ...plan }, things) => ({
      ...{ id: things.comment(plan.comment), postId: things.post(plan.post), content: 'Kumusta?' },
      ...(parent === null ? {} : { parentId: things.comment(parent) }),
    }),
  ),
  updateComment: move(fc.record({ post, comment, content }), (plan, things) => ({
    ...{ id: things.comment(plan.comment), postId: things.post(plan.post), content: plan.content },
  })),
  deleteComment: move(fc.record({ post, comment }), (plan, things) => ({
    ...{ id: things.comment(plan.comment), postId: things.post(plan.post) },
  })),
} satisfies Partial<Record<MutationName, fc.Arbitrary<Planned>>>;

/** A mutation of somebody's. Keys come twice: then it is a replay, or another request under a key that is taken. */
export type Move = Planned & { name: MutationName; actor: Actor; key: number };

const anyOf = (name: MutationName, planned: fc.Arbitrary<Planned>): fc.Arbitrary<Move> =>
  fc
    .record({ name: fc.constant(name), actor, key: fc.nat(KEYS - 1), planned })
    .map(({ planned: made, ...rest }) => ({ ...rest, ...made }));

export const anyMove: fc.Arbitrary<Move> = fc.oneof(
  ...Object.entries(moves).flatMap(([name, planned]) => (isMutationName(name) ? [anyOf(name, planned)] : [])),
);
