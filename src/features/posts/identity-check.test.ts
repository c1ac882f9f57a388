import { describe, expect, it } from 'vitest';
import { findGiveaways } from './identity-check.ts';

const me = {
  firstName: 'José',
  middleName: 'de la',
  lastName: 'Reyes-Cruz',
  uniqueCode: '7ZK4M2P9QXR3T',
  email: 'jose@example.ph',
};
const found = (text: string) => findGiveaways(text, me);

describe('what gives a writer away', () => {
  it.each([
    ['Ako si jose', [{ kind: 'name', text: 'José' }]],
    ['JOSÉ!', [{ kind: 'name', text: 'José' }]],
    ['kumusta (José)', [{ kind: 'name', text: 'José' }]],
    ['7zk4-m2p9-qxr3t', [{ kind: 'code' }]],
    ['add me: 7ZK4 M2P9 QXR3T', [{ kind: 'code' }]],
    ['JOSE@example.ph', [{ kind: 'name', text: 'José' }, { kind: 'email' }]],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('is not a part of another word', () => {
    expect(found('Josephine at ang mga reyna')).toEqual([]);
  });
});
