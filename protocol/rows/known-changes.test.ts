import { expect, it } from 'vitest';
import { withoutUnknownChanges } from './known-changes.ts';

it('leaves out changes of unknown tables, at any depth, and nothing else', () => {
  const known = { table: 'messages', id: 'm', version: 1, row: null };
  const unknown = { table: 'polls', id: 'p', version: 1, row: { question: 'Saan?' } };
  const answer = {
    scopes: { 'chat:1': { changes: [known, unknown], cursor: { epoch: 'e', seq: 4 } } },
    entries: [{ changes: [unknown] }, { table: 'polls' }],
    changes: 'no list',
    nothing: null,
  };
  expect(withoutUnknownChanges(answer)).toEqual({
    scopes: { 'chat:1': { changes: [known], cursor: { epoch: 'e', seq: 4 } } },
    entries: [{ changes: [] }, { table: 'polls' }],
    changes: 'no list',
    nothing: null,
  });
});
