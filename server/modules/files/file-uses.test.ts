import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fileResponse,
  LIMITS,
  type MutationName,
  newId,
  newUntimedId,
  ProtocolError,
  z,
} from '../../../protocol/index.ts';
import { strangerQueue } from '../../db/schema.ts';
import { purgeStrangers } from '../../jobs/purge-strangers.ts';
import { openApi } from '../../testing/api.ts';
import { postFile, storedPhoto } from '../../testing/upload.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.world.db.delete(strangerQueue);
});

const queued = z.object({ data: z.object({ chatId: z.nullable(z.string()) }) });

/** A chat of two strangers in which both allow a picture. */
const meet = async (ana: Person): Promise<string> => {
  const other = await api.world.person('Xavier');
  let chatId: string | null = null;
  for (const person of [other, ana]) {
    const body = { optedIn: true, language: 'any', interests: [] };
    await api.ask(person, 'PUT', '/strangers/settings', { body });
    const answer = await api.ask(person, 'POST', '/strangers/queue');
    chatId = queued.parse(answer.json()).data.chatId;
  }
  const path = `/strangers/chats/${chatId ?? ''}`;
  for (const person of [other, ana]) await api.ask(person, 'PATCH', path, { body: { allowsPhotos: true } });
  return path;
};
const showStranger = async (ana: Person, fileId: string): Promise<string> => {
  const path = await meet(ana);
  const body = { id: newUntimedId(), fileId };
  const answer = await api.ask(ana, 'POST', `${path}/picture`, { body });
  await api.ask(ana, 'POST', `${path}/end`, { body: { how: 'end' } });
  api.world.clock.advance(LIMITS.strangerCoolDownMs + 1);
  return answer.statusCode === 201 ? 'applied' : answer.json().code;
};
/** What becomes of a mutation, also of one that may be sent again later. */
const verdict = (who: Person, name: MutationName, args: object): Promise<string> =>
  api.world.verdict(who, name, args).catch((error: unknown) => {
    if (error instanceof ProtocolError) return error.kind;
    throw error;
  });

type Cast = { ana: Person; ben: Person; chatId: string; groupId: string };
const cast = async (): Promise<Cast> => {
  const { ana, ben, chatId } = await api.world.friends();
  const groupId = newId();
  const group = { id: groupId, type: 'GROUP', name: 'Palengke', users: [ben.id] };
  await api.world.applied(ana, 'createChat', group);
  return { ana, ben, chatId, groupId };
};
const postOf = (named: object) => ({ id: newUntimedId(), content: 'Tingnan', ...named });

/** Everything by which a client names a file, as Ana does it. */
const places = {
  message: ({ ana, chatId }: Cast, id: string) =>
    verdict(ana, 'sendMessage', { ...api.world.message(chatId), images: [id] }),
  forward: ({ ana, chatId }: Cast, id: string) =>
    verdict(ana, 'sendMessage', {
      ...api.world.message(chatId),
      images: [id],
      isForwarded: true,
    }),
  post: ({ ana }: Cast, id: string) => verdict(ana, 'createPost', postOf({ images: [id] })),
  anonymousPost: ({ ana }: Cast, id: string) =>
    verdict(ana, 'createPost', postOf({ images: [id], anonymous: true })),
  editedPost: async ({ ana }: Cast, id: string) => {
    const post = postOf({});
    await api.world.applied(ana, 'createPost', post);
    return verdict(ana, 'updatePost', { ...post, images: [id] });
  },
  profile: ({ ana }: Cast, id: string) => verdict(ana, 'updateProfile', { userId: ana.id, avatarId: id }),
  group: ({ ana, groupId }: Cast, id: string) =>
    verdict(ana, 'updateChat', { chatId: groupId, avatarId: id }),
  stranger: ({ ana }: Cast, id: string) => showStranger(ana, id),
};
type Place = keyof typeof places;
const all = Object.keys(places).filter((place): place is Place => place in places);
const outcomes = (outcome: string, but: Partial<Record<Place, string>> = {}): Record<Place, string> => ({
  ...{ message: outcome, forward: outcome, post: outcome, anonymousPost: outcome, editedPost: outcome },
  ...{ profile: outcome, group: outcome, stranger: outcome, ...but },
});

const own = async ({ ana }: Cast): Promise<string> => (await storedPhoto(api, ana)).id;
const say = (who: Person, chatId: string, named: object) =>
  api.world.applied(who, 'sendMessage', { ...api.world.message(chatId), ...named });

const files: [string, (cast: Cast) => Promise<string>, Record<Place, string>][] = [
  ['an unused own file', own, outcomes('applied')],
  [
    'an own file that a message has',
    async (cast) => {
      const id = await own(cast);
      await say(cast.ana, cast.chatId, { images: [id] });
      return id;
    },
    outcomes('applied', { anonymousPost: 'impossible', stranger: 'impossible' }),
  ],
  [
    'an own file that a message had',
    async (cast) => {
      const [id, message] = [await own(cast), api.world.message(cast.chatId)];
      await api.world.applied(cast.ana, 'sendMessage', { ...message, images: [id] });
      await api.world.applied(cast.ana, 'deleteMessage', { chatId: cast.chatId, messageId: message.id });
      return id;
    },
    outcomes('applied', { anonymousPost: 'impossible', stranger: 'impossible' }),
  ],
  [
    'the own profile picture',
    async (cast) => {
      const id = await own(cast);
      await api.world.applied(cast.ana, 'updateProfile', { userId: cast.ana.id, avatarId: id });
      return id;
    },
    outcomes('applied', { anonymousPost: 'impossible', stranger: 'impossible' }),
  ],
  [
    'an own file of an anonymous post',
    async (cast) => {
      const id = await own(cast);
      await api.world.applied(cast.ana, 'createPost', postOf({ images: [id], anonymous: true }));
      return id;
    },
    outcomes('impossible'),
  ],
  [
    'an own file of an anonymous post that is purged',
    async (cast) => {
      const id = await own(cast);
      const post = postOf({ images: [id], anonymous: true });
      await api.world.applied(cast.ana, 'createPost', post);
      await api.world.applied(cast.ana, 'deletePost', { id: post.id });
      return id;
    },
    outcomes('impossible'),
  ],
  [
    'an own file that a stranger has seen',
    async (cast) => {
      const id = await own(cast);
      expect(await showStranger(cast.ana, id)).toBe('applied');
      return id;
    },
    outcomes('impossible'),
  ],
  [
    'an own file of a chat with a stranger that is purged',
    async (cast) => {
      const id = await own(cast);
      expect(await showStranger(cast.ana, id)).toBe('applied');
      api.world.clock.advance(LIMITS.strangerGoneAfterMs + 1);
      await purgeStrangers(api.world);
      return id;
    },
    outcomes('impossible'),
  ],
  [
    'another’s file that one may not read',
    async ({ ben }) => (await storedPhoto(api, ben)).id,
    outcomes('impossible'),
  ],
  [
    'another’s file that one may read',
    async ({ ben, chatId }) => {
      const { id } = await storedPhoto(api, ben);
      await say(ben, chatId, { images: [id] });
      return id;
    },
    // In a message it becomes a copy of the sender's own.
    outcomes('impossible', { message: 'applied', forward: 'applied' }),
  ],
  [
    'another’s profile picture',
    async ({ ben }) => {
      const { id } = await storedPhoto(api, ben);
      await api.world.applied(ben, 'updateProfile', { userId: ben.id, avatarId: id });
      return id;
    },
    outcomes('impossible'),
  ],
  [
    'the own copy of another’s file',
    async ({ ana, ben, chatId }) => {
      const { id } = await storedPhoto(api, ben);
      await say(ben, chatId, { images: [id] });
      await say(ana, chatId, { images: [id], isForwarded: true });
      const page = await api.ask(ana, 'GET', `/chats/${chatId}/messages`);
      return (
        z.object({ data: z.array(z.object({ images: z.array(z.string()) })) }).parse(page.json()).data[0]
          ?.images[0] ?? ''
      );
    },
    outcomes('impossible', { message: 'applied', forward: 'applied' }),
  ],
  [
    'an own file that is still awaited',
    async ({ ana, chatId }) => {
      const id = newUntimedId();
      await say(ana, chatId, { images: [id] });
      return id;
    },
    outcomes('dependency_missing', {
      ...{ message: 'applied', forward: 'applied' },
      ...{ anonymousPost: 'impossible', stranger: 'impossible' },
    }),
  ],
  [
    'an own file that is given up',
    async ({ ana, chatId }) => {
      const [id, message] = [newUntimedId(), api.world.message(chatId)];
      await api.world.applied(ana, 'sendMessage', { ...message, images: [id] });
      await api.world.applied(ana, 'withdrawFile', { chatId, messageId: message.id, fileId: id });
      return id;
    },
    outcomes('dependency_missing', {
      ...{ message: 'applied', forward: 'applied' },
      ...{ anonymousPost: 'impossible', stranger: 'impossible' },
    }),
  ],
  [
    'a file that is awaited from another',
    async ({ ben, chatId }) => {
      const id = newUntimedId();
      await say(ben, chatId, { images: [id] });
      return id;
    },
    outcomes('impossible'),
  ],
  [
    'an own document',
    async ({ ana }) =>
      fileResponse.parse((await postFile(api, ana, 'Kumusta', { filename: 'sulat.txt' })).json()).data.id,
    outcomes('impossible'),
  ],
  [
    'a file that was never sent',
    async () => newUntimedId(),
    outcomes('dependency_missing', { message: 'applied', forward: 'impossible' }),
  ],
];

describe.each(files)('%s', (_name, prepare, expected) => {
  it('is taken or refused by each place that names files', async () => {
    const seen: Record<string, string> = {};
    for (const place of all) {
      const people = await cast();
      seen[place] = await places[place](people, await prepare(people));
    }
    expect(seen).toEqual(expected);
  });
});

it('a stranger sees no file whose id tells when it was made', async () => {
  const { ana } = await cast();
  const { id } = await storedPhoto(api, ana, newId());
  expect(await showStranger(ana, id)).toBe('impossible');
});
