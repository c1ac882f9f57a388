import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  commentIdParams,
  commentResponse,
  commentsQuery,
  commentsResponse,
  createCommentBody,
  newUntimedId,
  ProtocolError,
  postIdParams,
  tombstone,
  updateCommentBody,
  userScope,
} from '../../../protocol/index.ts';
import { readSnapshot } from '../../db/database.ts';
import { findReadablePost } from '../posts/policy.ts';
import { actorOf, type ModuleOptions, runForCall } from '../sync/http.ts';
import { findCursor } from '../sync/scopes.ts';
import { presentComment } from './presenter.ts';
import { findComments, listComments } from './queries.ts';

/** `/posts/{id}/comments`: read, write, change, delete. */
export const commentsModule: FastifyPluginAsyncZod<ModuleOptions> = async (app, { services }) => {
  const { db, clock } = services;

  const answerComment = async (readerId: string, id: string) => {
    const [authored] = await readSnapshot(db, (tx) => findComments(tx, [id]));
    if (!authored) throw new ProtocolError('not_found');
    return { data: presentComment(authored, readerId) };
  };

  app.get(
    '/posts/:id/comments',
    {
      config: { access: 'session' },
      schema: {
        summary: "A page of a post's comments, oldest first",
        tags: ['posts'],
        params: postIdParams,
        querystring: commentsQuery,
        response: { 200: commentsResponse },
      },
    },
    async (request) => {
      const readerId = actorOf(request);
      const { id } = request.params;
      return readSnapshot(db, async (tx) => {
        const authored = await findReadablePost(tx, readerId, id);
        if (!authored) throw new ProtocolError('not_found');
        const { rows, meta } = await listComments(tx, readerId, id, request.query, clock.now());
        const asOf = await findCursor(tx, userScope(readerId));
        return {
          data: rows.map((row) => presentComment(row, readerId)),
          meta: { ...meta, asOf, startReached: meta.nextCursor === null },
        };
      });
    },
  );

  app.post(
    '/posts/:id/comments',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Comment on a post, or answer a comment',
        tags: ['posts'],
        params: postIdParams,
        body: createCommentBody,
        response: { 201: commentResponse },
      },
    },
    async (request, reply) => {
      const { params } = request;
      // An id that tells no time fits under every post.
      const { id = newUntimedId(), ...content } = request.body;
      const args = { ...content, id, postId: params.id };
      const commentId = await runForCall(services, request, reply, { name: 'createComment', args, params });
      return reply.code(201).send(await answerComment(actorOf(request), commentId));
    },
  );

  app.put(
    '/posts/:id/comments/:commentId',
    {
      config: { access: 'session' },
      schema: {
        summary: "Change one's own comment",
        tags: ['posts'],
        params: commentIdParams,
        body: updateCommentBody,
        response: { 200: commentResponse },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const args = { ...request.body, id: params.commentId, postId: params.id };
      const id = await runForCall(services, request, reply, { name: 'updateComment', args, params });
      return answerComment(actorOf(request), id);
    },
  );

  app.delete(
    '/posts/:id/comments/:commentId',
    {
      config: { access: 'session' },
      schema: {
        summary: "Delete one's own comment, or one under one's own post",
        tags: ['posts'],
        params: commentIdParams,
        response: { 200: tombstone },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const args = { id: params.commentId, postId: params.id };
      const id = await runForCall(services, request, reply, { name: 'deleteComment', args, params });
      const [authored] = await readSnapshot(db, (tx) => findComments(tx, [id]));
      if (!authored) throw new ProtocolError('not_found');
      return { data: { id, version: authored.comment.version, deleted: true as const } };
    },
  );
};
