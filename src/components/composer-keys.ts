interface EnterPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  /** An input method is still choosing a word: this Enter is its own. */
  isComposing: boolean;
}

/**
 * Whether a key press sends. A keyboard on a desk sends with Enter and breaks lines with Shift; the Enter of a touch
 * keyboard breaks lines, because there the send button lies under the thumb. Ctrl or ⌘ with Enter sends everywhere.
 */
export function isSendPress(press: EnterPress, isTouch: boolean): boolean {
  if (press.key !== 'Enter' || press.isComposing || press.shiftKey) return false;
  return press.ctrlKey || press.metaKey || !isTouch;
}
