import { v1, v3, v5, v6 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { friendshipId, newId, newUntimedId, privateChatId } from './ids.ts';
import {
  cancelRequest,
  createCommentBody,
  createPostBody,
  messageBody,
  mutations,
  newChatBody,
  pullRequest,
  pushRequest,
  reportBody,
  socketAuth,
  strangerMessageBody,
  strangerPictureBody,
  uploadDetails,
  type z,
} from './index.ts';

const [ana, ben] = [newUntimedId(), newUntimedId()];
const NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';
const computed = {
  'a private chat': privateChatId(ana, ben),
  'a friendship': friendshipId(ana, ben),
  'version 1': v1(),
  'version 3': v3('x', NAMESPACE),
  'version 5': v5('x', NAMESPACE),
  'version 6': v6(),
  nil: '00000000-0000-0000-0000-000000000000',
  max: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

const writtenAt = new Date(0).toISOString();
const mutation = { name: 'x', version: 1, lane: 'x', prev: null, args: {} };
const push = { protocol: 1, deviceId: newId() };
const message = { id: newId(), chatId: newId(), content: 'x', writtenAt };

/** Every place where a client chooses an id: the schema, and a value of it with that id. */
const places: Record<string, { schema: z.ZodMiniType; with: (id: string) => unknown }> = {
  'a message': { schema: mutations.sendMessage.args, with: (id) => ({ ...message, id }) },
  'a picture of a message': {
    schema: mutations.sendMessage.args,
    with: (id) => ({ ...message, images: [id] }),
  },
  'a file of a message': { schema: mutations.sendMessage.args, with: (id) => ({ ...message, files: [id] }) },
  'a video of a message': { schema: mutations.sendMessage.args, with: (id) => ({ ...message, video: id }) },
  'a message by REST': { schema: messageBody, with: (id) => ({ content: 'x', id }) },
  'a post': { schema: mutations.createPost.args, with: (id) => ({ id, content: 'x' }) },
  'a picture of a post': {
    schema: mutations.createPost.args,
    with: (id) => ({ id: newId(), content: 'x', images: [id] }),
  },
  'a video of a post': {
    schema: mutations.updatePost.args,
    with: (id) => ({ id: newId(), content: 'x', video: id }),
  },
  'a picture of a member': {
    schema: mutations.updateProfile.args,
    with: (id) => ({ userId: ana, avatarId: id }),
  },
  'a picture of a group': {
    schema: mutations.updateChat.args,
    with: (id) => ({ chatId: newId(), avatarId: id }),
  },
  'a file to a stranger': { schema: strangerPictureBody, with: (id) => ({ id: newId(), fileId: id }) },
  'a post by REST': { schema: createPostBody, with: (id) => ({ id, content: 'x' }) },
  'a comment': {
    schema: mutations.createComment.args,
    with: (id) => ({ id, postId: newId(), content: 'x' }),
  },
  'a comment by REST': { schema: createCommentBody, with: (id) => ({ id, content: 'x' }) },
  'a group': {
    schema: mutations.createChat.args,
    with: (id) => ({ id, type: 'GROUP', name: 'x', users: [ben] }),
  },
  'a public chat': {
    schema: mutations.createChat.args,
    with: (id) => ({ id, type: 'PUBLIC', name: 'x', users: [] }),
  },
  'a group by REST': { schema: newChatBody, with: (id) => ({ id, type: 'GROUP', name: 'x', users: [ben] }) },
  'a report': {
    schema: mutations.reportThing.args,
    with: (id) => ({ id, kind: 'person', targetId: ben, reason: 'spam' }),
  },
  'a report by REST': {
    schema: reportBody,
    with: (id) => ({ id, kind: 'person', targetId: ben, reason: 'spam' }),
  },
  'an upload': { schema: uploadDetails, with: (id) => ({ id }) },
  'a message to a stranger': { schema: strangerMessageBody, with: (id) => ({ id, content: 'x' }) },
  'a picture to a stranger': { schema: strangerPictureBody, with: (id) => ({ id, fileId: newId() }) },
  'a mutation': { schema: pushRequest, with: (id) => ({ ...push, mutations: [{ ...mutation, id }] }) },
  'a cancellation': { schema: cancelRequest, with: (id) => ({ ids: [id] }) },
  'a device that pushes': {
    schema: pushRequest,
    with: (id) => ({ ...push, deviceId: id, mutations: [{ ...mutation, id: newId() }] }),
  },
  'a device that pulls': {
    schema: pullRequest,
    with: (id) => ({ protocol: 1, deviceId: id, cursors: {}, unfinished: [], pendingCount: 0 }),
  },
  'a device that connects': { schema: socketAuth, with: (id) => ({ token: 'x', deviceId: id, protocol: 1 }) },
};

describe('an id that a client chooses', () => {
  it.each(Object.entries(places))('is of version 4 or 7: %s', (_, { schema, with: withId }) => {
    for (const id of [newId(), newUntimedId(), newId().toUpperCase()])
      expect(schema.safeParse(withId(id)).success, id).toBe(true);
    for (const [kind, id] of Object.entries(computed))
      expect(schema.safeParse(withId(id)).success, kind).toBe(false);
  });

  it('is computed for a PRIVATE chat, where the command compares it', () => {
    const chat = { type: 'PRIVATE', users: [ben] };
    expect(mutations.createChat.args.safeParse({ ...chat, id: privateChatId(ana, ben) }).success).toBe(true);
  });
});
