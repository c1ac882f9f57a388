import { describe, expect, it } from 'vitest';
import type { DraftMention } from '../../../sync/index.ts';
import { findMentionable, mentionAt, mentionedIn, putMention } from './mention-query.ts';

const people = [
  { id: 'a', name: 'Ana Reyes' },
  { id: 'b', name: 'José de la Cruz' },
  { id: 'c', name: 'Ben Anastacio' },
];
const names = (words: string) => findMentionable(people, words).map(({ id }) => id);

describe('mentionAt', () => {
  it.each([
    ['@', { start: 0, words: '' }],
    ['Oy @an', { start: 3, words: 'an' }],
    ['(@jo', { start: 1, words: 'jo' }],
    ['@José de la', { start: 0, words: 'José de la' }],
    ['ana@example', null],
    ['@ana\n', null],
    ['no name', null],
  ])('%j', (text, expected) => {
    expect(mentionAt(text, text.length)).toEqual(expected);
  });

  it('looks no further than the caret', () => {
    expect(mentionAt('@an later', 3)).toEqual({ start: 0, words: 'an' });
  });
});

it('finds people by any of their names, whatever the accents', () => {
  expect([names(''), names('an'), names('jose'), names('CRUZ'), names('ana reyes'), names('x')]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'c'],
    ['b'],
    ['b'],
    ['a'],
    [],
  ]);
});

it('puts the whole name in and leaves one space', () => {
  const query = { start: 3, words: 'an' };
  expect(putMention('Oy @an tara', query, 'Ana Reyes')).toEqual({ text: 'Oy @Ana Reyes tara', caret: 14 });
  expect(putMention('Oy @an', query, 'Ana Reyes')).toEqual({ text: 'Oy @Ana Reyes ', caret: 14 });
});

it('knows whom a text names', () => {
  const names = (text: string, chosen: readonly DraftMention[] = [], known = people) =>
    mentionedIn(text, { chosen, people: known }).map(({ id }) => id);
  expect(names('@Ana Reyes at @José de la Cruz!')).toEqual(['a', 'b']);
  expect(names('sales@Ana Reyes')).toEqual([]);
  expect(names('@Ana Reyesville')).toEqual([]);
  expect(names('(@Ana Reyes)')).toEqual(['a']);
  // Two of one name: who was chosen, as often as the name stands there.
  const twins = [...people, { id: 'twin', name: 'Ana Reyes' }];
  const [first, second] = [
    { id: 'a', name: 'Ana Reyes' },
    { id: 'twin', name: 'Ana Reyes' },
  ];
  expect(names('@Ana Reyes', [], twins)).toEqual([]);
  expect(names('@Ana Reyes', [second], twins)).toEqual(['twin']);
  expect(names('@Ana Reyes at @Ana Reyes', [second, first], twins)).toEqual(['twin', 'a']);
  // The first one's name was taken out of the text, the other's moved up.
  expect(names('x @Ana Reyes', [first, { ...second, at: 2 }], twins)).toEqual(['twin']);
  // Chosen, and taken out of the text again.
  expect(names('Wala', [second], twins)).toEqual([]);
});
