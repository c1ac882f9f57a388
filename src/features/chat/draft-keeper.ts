import { type DraftState, isNothing, NO_DRAFT, resume } from './draft-state.ts';

export type DraftKeeper = {
  value(): DraftState;
  /** Whether the device would lose words if the page went away now. */
  isUnsaved(): boolean;
  type(value: DraftState): void;
  /** Begins with what the table holds. */
  adopt(stored: DraftState): void;
  save(): Promise<void>;
  /**
   * The words go, and the transaction that stores them elsewhere deletes the draft. What waited is in the field again; it and
   * later words are written after that.
   */
  take(): DraftState;
  /**
   * The new words of an edit are on their way, and what waited is in the field again. Until they are stored elsewhere, the
   * table keeps them: what is unsaved begins to be saved.
   */
  takeEdit(): DraftState;
  /** The new words are stored elsewhere. */
  forget(): Promise<void>;
};

/** Both come from the same code, with their fields in the same order. */
const isSame = (a: DraftState, b: DraftState): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * What the field holds, and what the table holds of it. Writes end in the order in which they began.
 * @param write keeps a draft; null removes it
 */
export const createDraftKeeper = (write: (draft: DraftState | null) => Promise<void>): DraftKeeper => {
  let value = NO_DRAFT;
  let stored = NO_DRAFT;
  /** The last that was handed to the table, stored or not. */
  let written = NO_DRAFT;
  let isTaken = false;

  const isUnsaved = (): boolean => !isTaken && !isSame(value, stored);
  const put = async (): Promise<void> => {
    const draft = value;
    written = draft;
    await write(isNothing(draft) && draft.waiting.length === 0 ? null : draft);
    // What was handed over since then is what the table holds in the end.
    if (written === draft) stored = draft;
  };
  const save = async (): Promise<void> => {
    if (isUnsaved()) await put();
  };
  return {
    value: () => value,
    isUnsaved,
    type(next) {
      value = next;
      isTaken = false;
    },
    adopt(draft) {
      value = draft;
      stored = draft;
    },
    save,
    take() {
      value = resume({ ...NO_DRAFT, waiting: value.waiting });
      stored = NO_DRAFT;
      written = NO_DRAFT;
      isTaken = false;
      return value;
    },
    takeEdit() {
      // The last letters too: until the edit has committed, the stored draft alone survives a killed browser. A full disk is
      // reported by the edit.
      if (value !== written) void save().catch(() => undefined);
      value = resume({ ...value, edit: null });
      isTaken = true;
      return value;
    },
    async forget() {
      // Somebody typed on meanwhile: that is the draft now, and is saved like any other.
      if (!isTaken) return;
      isTaken = false;
      await save();
    },
  };
};
