/** An input method is choosing a word. Safari's Enter that ends it comes after `compositionend`, with this key code alone. */
const COMPOSITION_KEY_CODE = 229;

/** Whether a key press belongs to an input method (UI Events, "Key Events During Composition"): it must not send or choose. */
export const isComposing = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === COMPOSITION_KEY_CODE;
