import { describe, expect, it } from 'vitest';
import type { DraftMention } from '../../../sync/index.ts';
import { locateMentions, moveMentions, placeMention } from './mention-places.ts';
import { mentionedIn } from './mention-query.ts';

/** Two people of one name: who is meant is known by the choice alone. */
const NAME = 'Ana Reyes';
const people = ['first', 'second'].map((id) => ({ id, name: NAME }));
const BOTH = `@${NAME} @${NAME} `;
const both: DraftMention[] = [
  { id: 'first', name: NAME, at: 0 },
  { id: 'second', name: NAME, at: 11 },
];
const named = (text: string, chosen: readonly DraftMention[]): string[] =>
  mentionedIn(text, { chosen, people }).map(({ id }) => id);
/** Goes from text to text; a number is where the caret stands after it. */
const typed = (mentions: readonly DraftMention[], first: string, ...steps: [string, number?][]): string[] => {
  let [text, now] = [first, mentions];
  for (const [after, caret] of steps) {
    now = moveMentions(now, { before: text, after, caret });
    text = after;
  }
  return named(text, now);
};

describe('after the first of two equal names was taken away, the second is meant', () => {
  it('by other words in its place', () => {
    expect(typed(both, BOTH, [`x @${NAME} `])).toEqual(['second']);
    expect(typed(both, `${BOTH}!`, [`x @${NAME} !`, 1])).toEqual(['second']);
  });

  it('whole, where the caret alone tells which one went', () => {
    expect(typed(both, BOTH, [`@${NAME} `, 0])).toEqual(['second']);
    expect(typed(both, BOTH, [`@${NAME} `, 11])).toEqual(['first']);
  });

  it('letter by letter from either side', () => {
    const rest = [...`@${NAME} `];
    const deleted = rest.map((_, at): [string, number] => [`${rest.slice(at + 1).join('')}@${NAME} `, 0]);
    expect(typed(both, BOTH, ...deleted)).toEqual(['second']);
    const erased = rest.map((_, at): [string, number] => [
      `${rest.slice(0, -at - 1).join('')}@${NAME} `,
      rest.length - at - 1,
    ]);
    expect(typed(both, BOTH, ...erased)).toEqual(['second']);
  });
});

it('follows a name behind what is typed and pasted before it', () => {
  expect(typed(both, BOTH, [`Oy ${BOTH}`, 3], [`Oy @${NAME} `, 3])).toEqual(['second']);
  // The same name typed before both: no person was chosen for it.
  expect(typed(both.slice(1), BOTH, [`@${NAME} ${BOTH}`, 11])).toEqual(['second']);
});

it('knows the one who was chosen instead', () => {
  const afresh = moveMentions(both.slice(0, 1), { before: `@${NAME} `, after: '@A', caret: 2 });
  expect(named(`@${NAME} `, placeMention(afresh, { id: 'second', name: NAME, at: 0 }))).toEqual(['second']);
  const gone = moveMentions(both.slice(0, 1), { before: `@${NAME} `, after: '', caret: 0 });
  expect(named(`@${NAME} `, placeMention(gone, { id: 'second', name: NAME, at: 0 }))).toEqual(['second']);
});

it('knows a name again that an undo brings back, or that was moved', () => {
  expect(typed(both, BOTH, ['', 0], [BOTH, BOTH.length])).toEqual(['first', 'second']);
  expect(typed(both, BOTH, [`@${NAME} `, 0], [BOTH, 11])).toEqual(['first', 'second']);
  expect(typed(both.slice(1), `Oy @${NAME}`, ['Oy ', 3], [`@${NAME} Oy `, 11])).toEqual(['second']);
});

it('names one person once, wherever they were chosen, and goes on naming them', () => {
  const again = placeMention(both.slice(0, 1), { id: 'first', name: NAME, at: 11 });
  expect(named(BOTH, again)).toEqual(['first']);
  expect(typed(again, BOTH, [`@${NAME} `, 11])).toEqual(['first']);
});

it('finds the places of a message that comes back', () => {
  const placeless = both.map(({ id, name }) => ({ id, name }));
  expect(locateMentions(BOTH, placeless)).toEqual(both);
});
