import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  createPostBody,
  deletePostQuery,
  likeBody,
  newId,
  newUntimedId,
  ProtocolError,
  postHiddenBody,
  postHiddenResponse,
  postIdParams,
  postResponse,
  postsQuery,
  postsResponse,
  tombstone,
  updatePostBody,
  userScope,
} from '../../../protocol/index.ts';
import { readSnapshot } from '../../db/database.ts';
import { actorOf, type ModuleOptions, runForCall } from '../sync/http.ts';
import { findCursor } from '../sync/scopes.ts';
import { presentPostItem } from './presenter.ts';
import { findOwnVersion, listPosts, readPosts } from './queries.ts';

/** `/posts`: publish, read, change, delete and restore, like, hide. */
export const postsModule: FastifyPluginAsyncZod<ModuleOptions> = async (app, { services }) => {
  const { db, clock } = services;

  const answerPost = async (readerId: string, id: string) => {
    const [row] = await readSnapshot(db, (tx) => readPosts(tx, readerId, [id]));
    if (!row) throw new ProtocolError('not_found');
    return { data: presentPostItem(row, readerId) };
  };

  app.post(
    '/posts',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Publish a post',
        tags: ['posts'],
        body: createPostBody,
        response: { 201: postResponse },
      },
    },
    async (request, reply) => {
      const { id = request.body.anonymous ? newUntimedId() : newId(), ...content } = request.body;
      const postId = await runForCall(services, request, reply, {
        name: 'createPost',
        args: { ...content, id },
      });
      return reply.code(201).send(await answerPost(actorOf(request), postId));
    },
  );

  app.get(
    '/posts',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Public posts and my own, newest first; or those in my bin',
        tags: ['posts'],
        querystring: postsQuery,
        response: { 200: postsResponse },
      },
    },
    async (request) => {
      const readerId = actorOf(request);
      return readSnapshot(db, async (tx) => {
        const { rows, meta } = await listPosts(tx, readerId, request.query, clock.now());
        const asOf = await findCursor(tx, userScope(readerId));
        return {
          data: rows.map((row) => presentPostItem(row, readerId)),
          meta: { ...meta, asOf, startReached: meta.nextCursor === null },
        };
      });
    },
  );

  app.get(
    '/posts/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: 'A post that I may read',
        tags: ['posts'],
        params: postIdParams,
        response: { 200: postResponse },
      },
    },
    async (request) => answerPost(actorOf(request), request.params.id),
  );

  app.put(
    '/posts/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: "Change one's own post",
        tags: ['posts'],
        params: postIdParams,
        body: updatePostBody,
        response: { 200: postResponse },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const args = { ...request.body, id: params.id };
      const id = await runForCall(services, request, reply, { name: 'updatePost', args, params });
      return answerPost(actorOf(request), id);
    },
  );

  app.delete(
    '/posts/:id',
    {
      config: { access: 'session' },
      schema: {
        summary: "Delete one's own post: `soft` puts it into the bin for 30 days",
        tags: ['posts'],
        params: postIdParams,
        querystring: deletePostQuery,
        response: { 200: tombstone },
      },
    },
    async (request, reply) => {
      const params = { ...request.params, ...request.query };
      const id = await runForCall(services, request, reply, { name: 'deletePost', args: params, params });
      const version = await readSnapshot(db, (tx) => findOwnVersion(tx, actorOf(request), id));
      if (version === undefined) throw new ProtocolError('not_found');
      return { data: { id, version, deleted: true as const } };
    },
  );

  app.post(
    '/posts/:id/restore',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Take a post out of the bin',
        tags: ['posts'],
        params: postIdParams,
        response: { 200: postResponse },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const id = await runForCall(services, request, reply, { name: 'restorePost', args: params, params });
      return answerPost(actorOf(request), id);
    },
  );

  app.patch(
    '/posts/:id/like',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Like or unlike: as the body says, without one the other way round',
        tags: ['posts'],
        params: postIdParams,
        body: likeBody,
        response: { 200: postResponse },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const args = { postId: params.id, ...request.body };
      const id = await runForCall(services, request, reply, { name: 'setLike', args, params });
      return answerPost(actorOf(request), id);
    },
  );

  app.patch(
    '/posts/:id/hidden',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Hide a post from oneself, or show it again',
        tags: ['posts'],
        params: postIdParams,
        body: postHiddenBody,
        response: { 200: postHiddenResponse },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const { hidden } = request.body;
      const args = { postId: params.id, hidden };
      const id = await runForCall(services, request, reply, { name: 'hidePost', args, params });
      return { data: { id, hidden } };
    },
  );
};
