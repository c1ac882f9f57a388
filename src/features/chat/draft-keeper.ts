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
  /** The words are on their way, and what waited is in the field again. Until that is durable, the table keeps them. */
  take(): DraftState;
  /** What was taken is stored elsewhere. */
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
 * What the field holds, and what the table holds of it. Writes end in the order in which they began, so that the last one
 * that ended tells what the table holds.
 * @param write keeps a draft; null removes it
 */
export const createDraftKeeper = (write: (draft: DraftState | null) => Promise<void>): DraftKeeper => {
  let value = NO_DRAFT;
  let stored = NO_DRAFT;
  let isTaken = false;

  const isUnsaved = (): boolean => !isTaken && !isSame(value, stored);
  const save = async (): Promise<void> => {
    if (!isUnsaved()) return;
    const draft = value;
    await write(isNothing(draft) ? null : draft);
    stored = draft;
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
      value = value.edit === null ? NO_DRAFT : { ...value, edit: null };
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
