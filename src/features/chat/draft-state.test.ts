import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DraftPart } from '../../../sync/index.ts';
import {
  beginEdit,
  beginReply,
  bringBack,
  changeWords,
  choosePerson,
  type DraftState,
  NO_DRAFT,
  NO_PART,
  resume,
} from './draft-state.ts';
import { mentionedIn } from './mention-query.ts';

const typed: DraftState = {
  ...NO_DRAFT,
  content: 'Papunta na',
  replyToId: 'm1',
  files: [{ id: 'f1', alt: '' }],
};
const edited = (messageId: string, content: string) => ({ messageId, content, original: 'before' });

describe('a message that was refused', () => {
  const part: DraftPart = {
    ...NO_PART,
    content: 'Ulan',
    replyToId: 'm2',
    files: [{ id: 'f2', alt: 'A wall' }],
    forward: {},
  };

  it('comes back whole, and what stood in the field after it', () => {
    const now = bringBack(typed, part);
    expect(now).toMatchObject(part);
    expect(resume({ ...NO_DRAFT, waiting: now.waiting })).toEqual(typed);
  });

  it('leaves an edit alone that was begun', () => {
    const now = bringBack({ ...NO_DRAFT, edit: edited('m3', 'after') }, part);
    expect(now.edit).toBeNull();
    expect(resume({ ...NO_DRAFT, waiting: now.waiting }).edit).toEqual(edited('m3', 'after'));
  });

  it('that was an edit takes the place of one of the same message, which waits', () => {
    const begun: DraftState = { ...NO_DRAFT, edit: edited('m3', 'half') };
    const refused = { ...edited('m3', 'refused'), isBroughtBack: true };
    const now = beginEdit(begun, refused);
    expect(now.edit).toEqual(refused);
    expect(now.waiting.map(({ edit }) => edit?.content)).toEqual(['half']);
    expect(beginEdit(begun, edited('m3', 'before'))).toBe(begun);
  });

  it('leaves nothing waiting when the field was empty, or held an edit without a change', () => {
    expect(bringBack(NO_DRAFT, part).waiting).toEqual([]);
    expect(bringBack({ ...NO_DRAFT, edit: edited('m3', 'before') }, part).waiting).toEqual([]);
  });
});

describe('whom the words name', () => {
  const [ben, cora] = [
    { id: 'ben', name: 'Jun Cruz' },
    { id: 'cora', name: 'Cora Reyes' },
  ];
  const twin = { id: 'twin', name: 'Jun Cruz' };
  const people = [ben, cora, twin];
  const waits: DraftState = { ...NO_DRAFT, content: 'Oy @Cora Reyes', mentions: [{ ...cora, at: 3 }] };
  const editing = (words: string): DraftState =>
    beginEdit(waits, { ...edited('m3', words), original: words, mentions: [{ ...ben, at: 0 }] });
  const named = ({ edit }: DraftState) =>
    mentionedIn(edit?.content ?? '', { chosen: edit?.mentions ?? [], people }).map(({ id }) => id);

  it('is another one after another was chosen in an edit, and the draft behind it keeps its own', () => {
    const now = editing('@Jun Cruz tara');
    expect(named(now)).toEqual(['ben']);
    const cleared = changeWords(now, '');
    expect(named(cleared)).toEqual([]);
    const chosen = choosePerson(changeWords(cleared, '@Cora Reyes '), { ...cora, at: 0 });
    expect(named(chosen)).toEqual(['cora']);
    expect(beginEdit(chosen, null)).toEqual(waits);
  });

  it('is the chosen one of two with one name, also in an edit, and moves with the words', () => {
    const chosen = choosePerson(editing('@Jun Cruz tara'), { ...twin, at: 0 });
    expect(named(chosen)).toEqual(['twin']);
    const moved = changeWords(chosen, 'Oy @Jun Cruz tara');
    expect(moved.edit?.mentions).toEqual([{ ...twin, at: 3 }]);
    expect(moved.mentions).toEqual(waits.mentions);
  });
});

describe('an edit that was begun', () => {
  const begun = beginEdit(typed, edited('m3', 'before'));
  const changed: DraftState = { ...begun, edit: edited('m3', 'after') };

  it('waits while another message is edited, and is offered again', () => {
    const other = beginEdit(changed, edited('m4', 'before'));
    expect(other.edit?.messageId).toBe('m4');
    expect(beginEdit(other, edited('m3', 'before')).edit).toEqual(edited('m3', 'after'));
  });

  it('waits while something is answered, and comes back when that is sent', () => {
    const answer = beginReply(changed, 'm9');
    expect(answer).toMatchObject({ edit: null, replyToId: 'm9', content: 'Papunta na' });
    expect(resume({ ...NO_DRAFT, waiting: answer.waiting }).edit).toEqual(edited('m3', 'after'));
  });

  it('is given up by itself only', () => {
    expect(beginEdit(changed, null)).toEqual(typed);
    expect(beginEdit(begun, edited('m4', 'before')).waiting).toEqual([]);
  });
});

it('no words are lost, whatever is begun, answered and brought back', () => {
  const words = fc.constantFrom('a', 'b', 'c', 'd');
  const step = fc.oneof(
    fc.record({ kind: fc.constant('type' as const), words }),
    fc.record({ kind: fc.constant('edit' as const), words }),
    fc.record({ kind: fc.constant('reply' as const), words }),
    fc.record({ kind: fc.constant('return' as const), words }),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let now = NO_DRAFT;
      const owed = new Set<string>();
      for (const [at, one] of steps.entries()) {
        const text = `${one.words}${at}`;
        // Every change adds to what is there, so that all words are owed.
        if (one.kind === 'type') {
          now =
            now.edit === null
              ? { ...now, content: `${now.content} ${text}` }
              : { ...now, edit: { ...now.edit, content: `${now.edit.content} ${text}` } };
          owed.add(text);
        }
        if (one.kind === 'edit') now = beginEdit(now, edited(one.words, 'before'));
        if (one.kind === 'reply') now = beginReply(now, one.words);
        if (one.kind === 'return') {
          now = bringBack(now, { ...NO_PART, content: text });
          owed.add(text);
        }
      }
      const all = [now, ...now.waiting]
        .map(({ content, edit }) => `${content} ${edit?.content ?? ''}`)
        .join(' ');
      for (const text of owed) expect(all.split(' ')).toContain(text);
    }),
    { numRuns: 300, seed: 20_261_127 },
  );
});
