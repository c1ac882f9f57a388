import { describe, expect, it } from 'vitest';
import { keyboardInset } from './keyboard.ts';

const open = { height: 400, offsetTop: 0, scale: 1 };

describe('keyboardInset', () => {
  it('is what the keyboard covers while something is being written', () => {
    expect(keyboardInset(open, 750, true)).toBe(350);
  });

  it('leaves out what the page was pushed up by', () => {
    expect(keyboardInset({ ...open, offsetTop: 100 }, 750, true)).toBe(250);
  });

  it('trusts no value when nothing editable has the focus', () => {
    expect(keyboardInset(open, 750, false)).toBe(0);
  });

  it('trusts no value while the page is zoomed', () => {
    expect(keyboardInset({ ...open, scale: 1.4 }, 750, true)).toBe(0);
  });

  it('takes a narrow bar for no keyboard', () => {
    expect(keyboardInset({ ...open, height: 690 }, 750, true)).toBe(0);
  });
});
