export type DraftKeeper = {
  value(): string;
  /** Whether the device would lose words if the page went away now. */
  isUnsaved(): boolean;
  type(value: string): void;
  /** Begins with what the table holds. */
  adopt(stored: string): void;
  save(): Promise<void>;
  /** The words are on their way: until that is durable, the table keeps them. */
  take(): void;
  /** What was taken is stored elsewhere. */
  forget(): Promise<void>;
};

/**
 * What the field holds, and what the table holds of it. Writes end in the order in which they began, so that the last one
 * that ended tells what the table holds.
 * @param write keeps a draft; null removes it
 */
export const createDraftKeeper = (write: (content: string | null) => Promise<void>): DraftKeeper => {
  let value = '';
  let stored = '';
  let isTaken = false;

  const isUnsaved = (): boolean => !isTaken && value !== stored;
  const save = async (): Promise<void> => {
    if (!isUnsaved()) return;
    const content = value;
    await write(content.trim() === '' ? null : content);
    stored = content;
  };
  return {
    value: () => value,
    isUnsaved,
    type(next) {
      value = next;
      isTaken = false;
    },
    adopt(content) {
      value = content;
      stored = content;
    },
    save,
    take() {
      value = '';
      isTaken = true;
    },
    async forget() {
      isTaken = false;
      // Somebody typed on meanwhile: that is the draft now, and is saved like any other.
      if (value !== '') return;
      await write(null);
      stored = '';
    },
  };
};
