import type { Engine } from '../../sync/index.ts';

/**
 * What this device holds for its member, table by table, for their own safekeeping: what came from the server, and what
 * was written here and has not gone. Read once; the engine's own bookkeeping stays out.
 */
export const readDeviceCopy = async (
  engine: Pick<Engine, 'db' | 'exportOutbox'>,
): Promise<Readonly<Record<string, readonly unknown[]>>> => {
  const { db } = engine;
  return {
    settings: await db.settings.toArray(),
    people: await db.users.toArray(),
    friendships: await db.friendships.toArray(),
    blocked: await db.blocks.toArray(),
    muted: await db.authorMutes.toArray(),
    chats: await db.chats.toArray(),
    members: await db.members.toArray(),
    memberships: await db.memberships.toArray(),
    invitations: await db.invitations.toArray(),
    messages: await db.messages.toArray(),
    'pinned-messages': await db.pinnedMessages.toArray(),
    'starred-messages': await db.starredMessages.toArray(),
    'hidden-messages': await db.hidden.toArray(),
    posts: await db.posts.toArray(),
    comments: await db.comments.toArray(),
    likes: await db.likes.toArray(),
    'hidden-posts': await db.hiddenPosts.toArray(),
    drafts: await db.chatDrafts.toArray(),
    'post-drafts': await db.postDrafts.toArray(),
    outbox: await engine.exportOutbox(),
  };
};
