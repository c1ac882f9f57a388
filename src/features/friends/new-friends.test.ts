import { expect, it } from 'vitest';
import { nextNews } from './new-friends.ts';

const [ben, cora] = ['01900000-0000-5000-8000-00000000000b', '01900000-0000-5000-8000-00000000000c'];

it('tells of a request that was accepted since it was last seen waiting, until the friendship ends', () => {
  const nothing = { waiting: [], accepted: [] };
  const asked = nextNews(nothing, [
    { id: ben, status: 'PENDING' },
    { id: cora, status: 'APPROVED' },
  ]);
  // Cora is a friend from before: nobody has seen her think about it.
  expect(asked).toEqual({ waiting: [ben], accepted: [] });
  const accepted = nextNews(asked, [{ id: ben, status: 'APPROVED' }]);
  expect(accepted).toEqual({ waiting: [], accepted: [ben] });
  expect(nextNews(accepted, [{ id: ben, status: 'APPROVED' }])).toEqual(accepted);
  expect(nextNews(accepted, [])).toEqual(nothing);
  expect(nextNews(asked, [])).toEqual(nothing);
});
