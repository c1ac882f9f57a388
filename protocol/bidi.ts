/** Embeddings, overrides and isolates, with what ends them (UAX 9, 2.1 to 2.5). The marks U+200E, U+200F and U+061C have no reach. */
const REACHING = /[\u202a-\u202e\u2066-\u2069]+/gu;

/** A text for one line beside others, where no element isolates it: nothing in it turns around what stands after it. */
export const withoutBidiControls = (text: string): string => text.replace(REACHING, '');
