/** Texts that nearly match, over and over: what makes a backtracking matcher try everything. */

/**
 * Three times what has to be borne: what takes the square of that takes minutes and is a hang, what is linear takes
 * milliseconds. Nothing lies in between, so that no time has to be judged.
 */
export const LENGTH = 300_000;

/** Of each kind of character that expressions tell apart. */
const KINDS = [...'aA0 \n\t_-./@:=+,;<"\'(', 'é', '漢', '́', '​', '😀', '‍'];

const fill = (part: string, length: number): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** What stands in a pattern as itself: single signs, and runs of them such as `https:`. */
const literalsOf = (source: string): { signs: string[]; words: string[] } => {
  const bare = source
    .replaceAll(/\\[pP]\{[^}]*\}|\\u\{?[0-9a-fA-F]{4,6}\}?|\\x[0-9a-fA-F]{2}|\\[dDwWsSbBpP]/g, ' ')
    .replaceAll(/\(\?(?:[:=!]|<[=!])|\{\d*,?\d*\}/g, ' ')
    .replaceAll(/\\(.)/g, '$1');
  const words = (bare.match(/[\w:/.\-<!=?]{2,}/g) ?? []).slice(0, 6);
  const signs = [...new Set(bare.replaceAll(/[\s^$|()[\]{}*?]/g, ''))].slice(0, 12);
  return { signs, words };
};

/** Runs of each kind of character alone, behind what a match begins with, and alternating. */
export const textsFor = function* (source: string, length: number): Generator<string> {
  const { signs, words } = literalsOf(source);
  const kinds = [...new Set([...KINDS, ...signs])];
  const end = '\u0000';
  for (const kind of kinds) yield fill(kind, length) + end;
  for (const start of [...words, ...signs]) {
    yield fill(start, length) + end;
    for (const kind of ['a', '0', ' ', '=', '/', '.', '-', '(', '́', start[0] ?? 'a'])
      yield start + fill(kind, length) + end;
    for (const kind of [' ', 'a', '.', '@', '/']) yield fill(start + kind, length) + end;
  }
};

/** The same without a pattern, for functions: what a person could paste, and marks in an order that has to be sorted. */
export const anyTexts = function* (length: number): Generator<string> {
  yield* textsFor('https:\\/\\/ @ # [ ] ( ) { } \\\\ * _ ` > www. <b>', length);
  yield `a${fill('̖́', length)}`;
  yield `a${fill('́', length / 2)}${fill('̖', length / 2)}`;
  yield fill(`a${'̖́'.repeat(8)}`, length);
};
