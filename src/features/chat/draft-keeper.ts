import { newId } from '../../../protocol/index.ts';
import type { DraftRow, NewDraft } from '../../../sync/index.ts';
import {
  type DraftState,
  isNothing,
  type KeptPart,
  NO_DRAFT,
  NO_PART,
  partOf,
  partOfRow,
  resume,
} from './draft-state.ts';

export type DraftKeeper = {
  value(): DraftState;
  /** Whether the device would lose words if the page went away now. */
  isUnsaved(): boolean;
  /** The rows that the words in the field came from: what sends the words deletes them. */
  rowIds(): readonly string[];
  /** Whether one of them may name a file. */
  hasFiles(): boolean;
  /**
   * The row that says just what the field says, which other tabs may show and send as well.
   * @param files what goes along with the words
   */
  source(files: readonly string[]): string | undefined;
  type(value: DraftState): void;
  /**
   * What is not stored yet, for the field that goes on with it. Call `save` first: then the rows that are being written are
   * among those that are replaced, and the words are stored once.
   * @returns the words, and the rows that they take the place of
   */
  unsaved(): { words: DraftState; replaces: readonly string[] };
  /** Goes on with what an earlier page had not saved. */
  goOn(words: DraftState, replaces: readonly string[]): void;
  save(): Promise<void>;
  /**
   * Shows what other tabs have stored, sent or typed on. Words that are not saved yet stay. A field that is empty shows the
   * newest draft.
   * @param read the drafts of this place, the newest first
   * @returns `later`: the words went from the table while they were being typed; call it again after `QUIET_MS`
   */
  follow(read: () => Promise<readonly DraftRow[]>): Promise<'done' | 'later'>;
  /** The words go, and the transaction that stores them elsewhere deletes `rowIds`. What waited is in the field again. */
  take(): DraftState;
  /**
   * The new words of an edit are on their way, and what waited is in the field again. Until they are stored elsewhere, the
   * table keeps them: what is unsaved begins to be saved.
   */
  takeEdit(): DraftState;
  /** The new words are stored elsewhere. */
  forget(): Promise<void>;
};

/** A field counts as being typed in for this long after the last change. */
export const QUIET_MS = 2_000;

/** Both come from the same code, with their fields in the same order. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
const partsOf = (state: DraftState): readonly KeptPart[] => [partOf(state), ...state.waiting];

/**
 * What the field holds, and what the table holds of it. A row never changes: a save puts a new row in the place of the one that
 * the words came from. Two fields that go on from one row leave two, and no field deletes what it has not shown.
 * @param write stores drafts, the newest first, and deletes rows; writes end in the order in which they began
 * @param onOther is given the new value and the one before, when the table has changed it
 * @param now milliseconds
 */
export const createDraftKeeper = (
  write: (
    drafts: readonly NewDraft[],
    replaces: readonly string[],
    areReplacedWithoutFiles: boolean,
  ) => Promise<void>,
  onOther: (value: DraftState, before: DraftState) => void,
  now: () => number,
): DraftKeeper => {
  let value = NO_DRAFT;
  /** The rows of the table, and those that are on their way into it. */
  let stored = new Map<string, KeptPart>();
  /** Rows that are known to name none. */
  const withoutFiles = new Set<string>();
  const note = ({ rowId, files }: KeptPart): void => {
    if (rowId !== null && files.length === 0) withoutFiles.add(rowId);
  };
  /** Rows that the next write deletes. */
  const replaced = new Set<string>();
  const writing = new Set<{ drafts: readonly KeptPart[]; replaces: readonly string[] }>();
  /** The words of an edit are stored elsewhere: nothing is written until that has ended. */
  let isTaken = false;
  let changes = 0;
  let typedAt = -Infinity;
  /** What was last taken is still in these rows if it could not be stored elsewhere. */
  let taken: readonly string[] = [];
  /** Rows of all that was taken: until the transaction that sends the words has ended, the table still has them. */
  const sent = new Set<string>();

  const isStored = (part: KeptPart): boolean =>
    isNothing(part) ? part.rowId === null : part.rowId !== null && isSame(stored.get(part.rowId), part);
  const isWritten = (): boolean => replaced.size === 0 && partsOf(value).every(isStored);
  const isUnsaved = (): boolean => !isTaken && (writing.size > 0 || !isWritten());
  /** Rows whose words are in no part any more are deleted by the next write. */
  const set = (next: DraftState): void => {
    const kept = new Set(partsOf(next).map(({ rowId }) => rowId));
    for (const { rowId } of partsOf(value)) if (rowId !== null && !kept.has(rowId)) replaced.add(rowId);
    value = next;
    changes += 1;
  };
  const show = (next: DraftState): void => {
    const before = value;
    value = next;
    if (!isSame(before, next)) onOther(next, before);
  };
  /** A new row for what differs from its row. */
  const renew = (part: KeptPart): KeptPart => {
    if (isStored(part)) return part;
    if (part.rowId !== null) replaced.add(part.rowId);
    return { ...part, rowId: isNothing(part) ? null : newId() };
  };
  const save = async (): Promise<void> => {
    if (isTaken || isWritten()) return;
    const before = partsOf(value);
    const [own = NO_PART, ...waiting] = before.map(renew);
    const drafts = [own, ...waiting].filter((part, at) => part !== before[at] && part.rowId !== null);
    value = { ...own, waiting };
    changes += 1;
    for (const part of drafts) {
      note(part);
      if (part.rowId !== null) stored.set(part.rowId, part);
    }
    const unit = { drafts, replaces: [...replaced] };
    replaced.clear();
    writing.add(unit);
    try {
      await write(
        drafts.flatMap(({ rowId, ...part }) => (rowId === null ? [] : [{ id: rowId, ...part }])),
        unit.replaces,
        unit.replaces.every((id) => withoutFiles.has(id)),
      );
    } catch (error) {
      for (const id of unit.replaces) replaced.add(id);
      for (const { rowId } of drafts) if (rowId !== null) stored.delete(rowId);
      throw error;
    } finally {
      writing.delete(unit);
    }
  };
  const rowIds = (): string[] => [
    ...(value.rowId === null ? [] : [value.rowId]),
    ...replaced,
    ...[...writing].flatMap(({ replaces }) => replaces),
  ];
  return {
    value: () => value,
    isUnsaved,
    rowIds,
    hasFiles: () => rowIds().some((id) => !withoutFiles.has(id)),
    source(files) {
      const part = partOf(value);
      const isWhole = isSame(
        part.files.map(({ id }) => id),
        files,
      );
      return part.rowId !== null && isWhole && isStored(part) ? part.rowId : undefined;
    },
    type(next) {
      if (!isSame(partOf(next), partOf(value))) typedAt = now();
      if (next.rowId !== null && taken.includes(next.rowId)) for (const id of taken) replaced.add(id);
      set(next);
      isTaken = false;
    },
    unsaved: () => {
      const onTheirWay = new Set([...writing].flatMap(({ drafts }) => drafts.map(({ rowId }) => rowId)));
      const waiting = value.waiting.filter((part) => !isStored(part) || onTheirWay.has(part.rowId));
      return {
        words: { ...value, waiting },
        replaces: [...rowIds(), ...onTheirWay].filter((id) => id !== null),
      };
    },
    goOn(words, replaces) {
      set(words);
      for (const id of replaces) replaced.add(id);
    },
    save,
    async follow(read) {
      if (isTaken || isUnsaved()) return 'done';
      const before = changes;
      const rows = (await read()).map(partOfRow).filter(({ rowId }) => rowId === null || !sent.has(rowId));
      if (isTaken || isUnsaved() || changes !== before) return 'done';
      const known = new Map(
        rows.flatMap((part) => (part.rowId === null ? [] : [[part.rowId, part] as const])),
      );
      const isGone = value.rowId !== null && !known.has(value.rowId);
      // Sent or typed on in another tab. A hand that is typing here makes them a draft of its own.
      if (isGone && now() - typedAt < QUIET_MS) return 'later';
      stored = known;
      for (const part of rows) note(part);
      const own = isGone ? NO_PART : partOf(value);
      // New ones come first; what has been leafed through keeps its order.
      const places = new Map(value.waiting.map(({ rowId }, at) => [rowId, at]));
      const others = rows
        .filter(({ rowId }) => rowId !== own.rowId)
        .sort((a, b) => (places.get(a.rowId) ?? -1) - (places.get(b.rowId) ?? -1));
      const next = { ...own, waiting: others };
      show(own.replyToId === null ? resume(next) : next);
      return 'done';
    },
    take() {
      taken = rowIds();
      for (const id of taken) sent.add(id);
      if (value.rowId !== null) stored.delete(value.rowId);
      replaced.clear();
      value = resume({ ...NO_DRAFT, waiting: value.waiting });
      changes += 1;
      isTaken = false;
      return value;
    },
    takeEdit() {
      // The last letters too: until the edit has committed, the stored draft alone survives a killed browser. A full disk is
      // reported by the edit.
      void save().catch(() => undefined);
      set(resume({ ...value, edit: null }));
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
