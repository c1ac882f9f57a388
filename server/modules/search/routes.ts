import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { searchQuery, searchResponse, wantedOf } from '../../../protocol/index.ts';
import { readSnapshot } from '../../db/database.ts';
import { presentMessage } from '../messages/presenter.ts';
import { findNamed } from '../messages/queries.ts';
import { presentPostItem } from '../posts/presenter.ts';
import { actorOf, type ModuleOptions } from '../sync/http.ts';
import { presentUser } from '../users/presenter.ts';
import { findMessages } from './find-messages.ts';
import { findPeople } from './find-people.ts';
import { findPosts } from './find-posts.ts';

/** `/search`: what a device does not hold, by the words and marks that it searches its own by (docs/decisions/0035). */
export const searchModule: FastifyPluginAsyncZod<ModuleOptions> = async (app, { services }) => {
  const { db, clock } = services;

  app.get(
    '/search',
    {
      config: { access: 'session', limit: 'search' },
      schema: {
        summary: 'Messages, people and posts that I may read, by their words',
        tags: ['search'],
        querystring: searchQuery,
        response: { 200: searchResponse },
      },
    },
    async (request) => {
      const { query } = request;
      const readerId = actorOf(request);
      const wanted = wantedOf(query.search);
      const now = clock.now();
      const isAsked = (kind: typeof query.kind): boolean =>
        query.kind === kind || (query.kind === 'all' && query.cursor === undefined);
      return readSnapshot(db, async (tx) => {
        const { messages, nextCursor } =
          query.kind === 'all' || query.kind === 'messages'
            ? await findMessages(tx, { readerId, query, wanted, now })
            : { messages: [], nextCursor: null };
        const people = isAsked('people') ? await findPeople(tx, readerId, wanted) : [];
        const posts = isAsked('posts') ? await findPosts(tx, readerId, wanted) : [];
        return {
          data: {
            messages: messages.map(presentMessage),
            people: people.map(presentUser),
            posts: posts.map((post) => presentPostItem(post, readerId)),
          },
          meta: { nextCursor, people: await findNamed(tx, messages), serverTime: now.toISOString() },
        };
      });
    },
  );
};
