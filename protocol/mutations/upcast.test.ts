import { describe, expect, it } from 'vitest';
import { z } from '../zod.ts';
import { declareMutation } from './declare.ts';
import { canRead, upcast } from './upcast.ts';

const words = z.looseObject({ text: z.string() });

/** Its text was called `words` in version 2, and `body` in version 1. */
const renamed = declareMutation({
  version: 3,
  args: z.object({ text: z.string() }),
  method: 'POST',
  path: '/notes',
  lane: () => 'notes',
  upcasters: {
    1: (args) => ({ words: z.object({ body: z.string() }).parse(args).body }),
    2: (args) => ({ text: z.object({ words: z.string() }).parse(args).words }),
  },
});

describe('mutations of an earlier version', () => {
  it('are read step by step as the current one', () => {
    expect(upcast(renamed, 1, { body: 'x' })).toEqual({ text: 'x' });
    expect(upcast(renamed, 2, { words: 'x' })).toEqual({ text: 'x' });
    expect(words.parse(upcast(renamed, 3, { text: 'x' }))).toEqual({ text: 'x' });
  });

  it('are read for two versions back, and never from the future', () => {
    const later = {
      ...renamed,
      version: 4,
      upcasters: { ...renamed.upcasters, 3: (args: unknown) => args },
    };
    expect([1, 2, 3, 4, 5].map((version) => canRead(later, version))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(() => upcast(later, 1, { body: 'x' })).toThrow(RangeError);
  });

  it('are not read where a step is missing', () => {
    const holed = { ...renamed, upcasters: { 1: (args: unknown) => args } };
    expect([1, 2, 3].map((version) => canRead(holed, version))).toEqual([false, false, true]);
  });
});
