import {
  commentResponse,
  commentsResponse,
  newId,
  newUntimedId,
  postHiddenResponse,
  postResponse,
  postsResponse,
  type z,
} from '../../protocol/index.ts';
import type { Person, World } from '../../server/testing/world.ts';
import type { Cast, CastPosts, Member } from './cast.ts';
import type { Call } from './matrix-call.ts';

export async function makePosts(world: World, { O, F }: Record<Member, Person>): Promise<CastPosts> {
  const post = async (args: object, id = newId()): Promise<string> => {
    await world.applied(O, 'createPost', { id, content: 'Magandang umaga', ...args });
    return id;
  };
  const [postId, privatePostId, binnedPostId] = [
    await post({}),
    await post({ privacy: 'PRIVATE' }),
    await post({}),
  ];
  const anonymousPostId = await post({ anonymous: true }, newUntimedId());
  await world.applied(O, 'deletePost', { id: binnedPostId, soft: true });
  const commentId = newId();
  await world.applied(F, 'createComment', { id: commentId, postId, content: 'Sa iyo rin' });
  await world.applied(O, 'createComment', {
    id: newUntimedId(),
    postId: anonymousPostId,
    content: 'Ako ito',
  });
  return { postId, privatePostId, anonymousPostId, binnedPostId, commentId };
}

/** B and b do not see O's named posts, and see the anonymous one as everybody does: else a block would tell who wrote it. */
export const POSTS_TABLE = `
GET    /api/v1/posts                           | by O                   | 401         | 401         | 200:posts×1 | 200:posts×1 | 200:posts×1 | 200:posts×0 | 200:posts×0 | 200:posts×1 | 200:posts×1 | 200:posts×3
GET    /api/v1/posts                           | in one's bin, by O     | 401         | 401         | 200:posts×0 | 200:posts×0 | 200:posts×0 | 200:posts×0 | 200:posts×0 | 200:posts×0 | 200:posts×0 | 200:posts×1
POST   /api/v1/posts                           | one's own              | 401         | 401         | 201:post    | 201:post    | 201:post    | 201:post    | 201:post    | 201:post    | 201:post    | 201:post
POST   /api/v1/posts                           | under O's id           | 401         | 401         | 409         | 409         | 409         | 409         | 409         | 409         | 409         | 201:post
GET    /api/v1/posts/:id                       | public                 | 401         | 401         | 200:post    | 200:post    | 200:post    | 404         | 404         | 200:post    | 200:post    | 200:post
GET    /api/v1/posts/:id                       | private                | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:post
GET    /api/v1/posts/:id                       | anonymous              | 401         | 401         | 200:post    | 200:post    | 200:post    | 200:post    | 200:post    | 200:post    | 200:post    | 200:post
GET    /api/v1/posts/:id                       | in the bin             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:post
PUT    /api/v1/posts/:id                       | public                 | 401         | 401         | 403         | 403         | 403         | 404         | 404         | 403         | 403         | 200:post
PUT    /api/v1/posts/:id                       | private                | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:post
PUT    /api/v1/posts/:id                       | anonymous              | 401         | 401         | 403         | 403         | 403         | 403         | 403         | 403         | 403         | 200:post
DELETE /api/v1/posts/:id                       | public                 | 401         | 401         | 403         | 403         | 403         | 404         | 404         | 403         | 403         | 200:gone
DELETE /api/v1/posts/:id                       | private                | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:gone
DELETE /api/v1/posts/:id                       | anonymous              | 401         | 401         | 403         | 403         | 403         | 403         | 403         | 403         | 403         | 200:gone
POST   /api/v1/posts/:id/restore               | in the bin             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:post
POST   /api/v1/posts/:id/restore               | public                 | 401         | 401         | 403         | 403         | 403         | 404         | 404         | 403         | 403         | 200:post
PATCH  /api/v1/posts/:id/like                  | public                 | 401         | 401         | 200:post    | 200:post    | 200:post    | 404         | 404         | 200:post    | 200:post    | 200:post
PATCH  /api/v1/posts/:id/like                  | private                | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:post
PATCH  /api/v1/posts/:id/like                  | anonymous              | 401         | 401         | 200:post    | 200:post    | 200:post    | 200:post    | 200:post    | 200:post    | 200:post    | 200:post
PATCH  /api/v1/posts/:id/hidden                | public                 | 401         | 401         | 200:hiddenpost  | 200:hiddenpost  | 200:hiddenpost  | 404         | 404         | 200:hiddenpost  | 200:hiddenpost  | 200:hiddenpost
PATCH  /api/v1/posts/:id/hidden                | private                | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:hiddenpost
GET    /api/v1/posts/:id/comments              | public                 | 401         | 401         | 200:comments×1 | 200:comments×1 | 200:comments×1 | 404         | 404         | 200:comments×1 | 200:comments×1 | 200:comments×1
GET    /api/v1/posts/:id/comments              | private                | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:comments×0
GET    /api/v1/posts/:id/comments              | anonymous              | 401         | 401         | 200:comments×1 | 200:comments×1 | 200:comments×1 | 200:comments×1 | 200:comments×1 | 200:comments×1 | 200:comments×1 | 200:comments×1
POST   /api/v1/posts/:id/comments              | public                 | 401         | 401         | 201:comment | 201:comment | 201:comment | 404         | 404         | 201:comment | 201:comment | 201:comment
POST   /api/v1/posts/:id/comments              | private                | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 201:comment
POST   /api/v1/posts/:id/comments              | anonymous              | 401         | 401         | 201:comment | 201:comment | 201:comment | 201:comment | 201:comment | 201:comment | 201:comment | 201:comment
POST   /api/v1/posts/:id/comments              | answers another post   | 401         | 401         | 422         | 422         | 422         | 422         | 422         | 422         | 422         | 422
PUT    /api/v1/posts/:id/comments/:commentId   | F's                    | 401         | 401         | 403         | 403         | 200:comment | 404         | 404         | 403         | 403         | 403
DELETE /api/v1/posts/:id/comments/:commentId   | F's                    | 401         | 401         | 403         | 403         | 200:gone    | 404         | 404         | 403         | 403         | 200:gone
`;

const at = {
  public: (cast: Cast) => ({ params: { id: cast.postId } }),
  private: (cast: Cast) => ({ params: { id: cast.privatePostId } }),
  anonymous: (cast: Cast) => ({ params: { id: cast.anonymousPostId } }),
  'in the bin': (cast: Cast) => ({ params: { id: cast.binnedPostId } }),
} as const;
type Place = keyof typeof at;

const inPlaces = (places: readonly Place[], rest: () => Call = () => ({})) =>
  Object.fromEntries(places.map((place) => [place, (cast: Cast) => ({ ...at[place](cast), ...rest() })]));

const all: readonly Place[] = ['public', 'private', 'anonymous'];
const comment = () => ({ body: { id: newUntimedId(), content: 'Ay, sana all' } });
const commentOfF = ({ postId, commentId }: Cast) => ({ params: { id: postId, commentId } });

/** How each situation is asked for. */
export const postCalls: Readonly<Record<string, Readonly<Record<string, (cast: Cast) => Call>>>> = {
  'GET /api/v1/posts': {
    'by O': ({ people }) => ({ query: { creatorId: people.O.id } }),
    "in one's bin, by O": ({ people }) => ({ query: { creatorId: people.O.id, deleted: 'true' } }),
  },
  'POST /api/v1/posts': {
    "one's own": () => ({ body: { id: newId(), content: 'Kumain na ba kayo?' } }),
    "under O's id": ({ postId }) => ({ body: { id: postId, content: 'Akin na ito' } }),
  },
  'GET /api/v1/posts/:id': inPlaces([...all, 'in the bin']),
  'PUT /api/v1/posts/:id': inPlaces(all, () => ({ body: { content: 'Magandang gabi' } })),
  'DELETE /api/v1/posts/:id': inPlaces(all, () => ({ query: { soft: 'true' } })),
  'POST /api/v1/posts/:id/restore': inPlaces(['in the bin', 'public']),
  'PATCH /api/v1/posts/:id/like': inPlaces(all, () => ({ body: { liked: true } })),
  'PATCH /api/v1/posts/:id/hidden': inPlaces(['public', 'private'], () => ({ body: { hidden: true } })),
  'GET /api/v1/posts/:id/comments': inPlaces(all),
  'POST /api/v1/posts/:id/comments': {
    ...inPlaces(all, comment),
    'answers another post': ({ anonymousPostId, commentId }) => ({
      params: { id: anonymousPostId },
      body: { ...comment().body, parentId: commentId },
    }),
  },
  'PUT /api/v1/posts/:id/comments/:commentId': {
    "F's": (cast) => ({ ...commentOfF(cast), body: { content: 'Sa iyo rin!' } }),
  },
  'DELETE /api/v1/posts/:id/comments/:commentId': { "F's": commentOfF },
};

export const postViews: Readonly<Record<string, z.ZodMiniType>> = {
  post: postResponse,
  posts: postsResponse,
  hiddenpost: postHiddenResponse,
  comment: commentResponse,
  comments: commentsResponse,
};
