import type { DraftFile } from '../../../sync/index.ts';

/** What stands in and above the field of a chat. */
export type DraftState = {
  readonly content: string;
  readonly replyToId: string | null;
  /** While a message is edited, the field holds these words, and `content` waits until that is over. */
  readonly edit: { readonly messageId: string; readonly content: string } | null;
  /** What lies in the tray. */
  readonly files: readonly DraftFile[];
};

export const NO_DRAFT: DraftState = { content: '', replyToId: null, edit: null, files: [] };

export type DraftKeeper = {
  value(): DraftState;
  /** Whether the device would lose words if the page went away now. */
  isUnsaved(): boolean;
  type(value: DraftState): void;
  /** Begins with what the table holds. */
  adopt(stored: DraftState): void;
  save(): Promise<void>;
  /** The words go, and the transaction that stores them elsewhere deletes the draft. Later ones are written after it. */
  take(): DraftState;
  /**
   * The new words of an edit are on their way, and what waited is in the field again. Until they are stored elsewhere, the
   * table keeps them: what is unsaved begins to be saved.
   */
  takeEdit(): DraftState;
  /** The new words are stored elsewhere. */
  forget(): Promise<void>;
};

const isSame = (a: DraftState, b: DraftState): boolean =>
  a.content === b.content &&
  a.replyToId === b.replyToId &&
  a.edit?.messageId === b.edit?.messageId &&
  a.edit?.content === b.edit?.content &&
  a.files.length === b.files.length &&
  a.files.every(({ id, alt }, at) => b.files[at]?.id === id && b.files[at].alt === alt);

/** An answer without words is none yet. */
const isNothing = ({ content, edit, files }: DraftState): boolean =>
  content.trim() === '' && edit === null && files.length === 0;

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
    await write(isNothing(draft) ? null : draft);
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
      value = NO_DRAFT;
      stored = NO_DRAFT;
      written = NO_DRAFT;
      isTaken = false;
      return value;
    },
    takeEdit() {
      // The last letters too: until the edit has committed, the stored draft alone survives a killed browser. A full disk is
      // reported by the edit.
      if (value !== written) void save().catch(() => undefined);
      value = { ...value, edit: null };
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
