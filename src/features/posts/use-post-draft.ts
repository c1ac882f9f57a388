import { useCallback, useEffect, useRef, useState } from 'react';
import { newId } from '../../../protocol/index.ts';
import type { DraftFile, PostDraftVersion, PostSend } from '../../../sync/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { readPostDraft, useStoredPostDraft } from '../../queries/posts.ts';
import { useEngine } from '../../session/services.tsx';
import { type EditBase, isSameFiles } from './edit-base.ts';
import type { PostValues } from './post-values.ts';

// Half a sentence survives a crash: saved at most this long after the last key.
const SAVE_AFTER_MS = 250;

export type PostDraftValues = PostValues & { readonly files: readonly DraftFile[] };

const EMPTY: PostDraftValues = { content: '', privacy: 'PUBLIC', anonymous: false, files: [] };

/** A post that is there already: its id, and what it held when its editing began. */
export type EditedPost = {
  readonly id: string;
  readonly before: PostDraftValues;
};

export type PostDraft = {
  /** Under which it is kept. */
  readonly id: string;
  /** Undefined while a draft is being read. */
  readonly values: PostDraftValues | undefined;
  /** What the post held when the edit was begun; undefined for a new post. */
  readonly base: EditBase | undefined;
  /** It was begun earlier, and kept. */
  readonly isKept: boolean;
  /** Another device has changed the post beside its words, and the form shows it. */
  readonly rebase: (to: Omit<EditBase, 'content'>) => void;
  readonly change: (values: PostValues) => void;
  /** Goes up when another tab has changed the files. */
  readonly turn: number;
  /** What lies in the tray now. */
  readonly hold: (files: readonly DraftFile[]) => void;
  /** Puts what the form holds on the device now. @returns whether it is there */
  readonly save: () => Promise<boolean>;
  /** Puts a file into the stored draft that was kept after the form had gone. */
  readonly holdLate: (file: DraftFile) => Promise<void>;
  /** Goes back to an earlier version; what stands in the field becomes one. */
  readonly restore: (version: PostDraftVersion) => void;
  /** As `MutateOptions` wants it: undefined while the form says something that no other tab can know. */
  readonly source: () => string | undefined;
  /** Notes on the device that Post was pressed, with all that the form holds; until `release` nothing more is written. */
  readonly press: (send: PostSend) => Promise<void>;
  /** It was not sent: the form goes on. */
  readonly release: () => void;
  /** The words are stored elsewhere. */
  readonly forget: () => Promise<void>;
};

const isSame = (a: EditBase, b: EditBase): boolean =>
  a.content === b.content && a.privacy === b.privacy && isSameFiles(a.files, b.files);

/**
 * A post while it is written: on the device a moment after each key. A new one under an id of its own, an edit under that of
 * its post; an edit that changes nothing is none.
 */
export function usePostDraft(draftId: string | undefined, edited?: EditedPost): PostDraft {
  const engine = useEngine();
  const [id] = useState(() => edited?.id ?? draftId ?? newId());
  // As the post was when the screen opened: what arrives meanwhile does not write over what is typed.
  const [first] = useState(edited);
  const empty = first?.before ?? EMPTY;
  const isStored = draftId !== undefined || first !== undefined;
  const [values, setValues] = useState<PostDraftValues | undefined>(isStored ? undefined : EMPTY);
  /** On a full disk the words are nowhere but in the field. */
  const [isUnsaved, setIsUnsaved] = useState(false);
  useHoldUpdate(isUnsaved);
  const [base, setBase] = useState<EditBase | undefined>(edited?.before);
  const [isKept, setIsKept] = useState(false);
  const unsaved = useRef(false);
  const setUnsaved = useCallback((is: boolean) => {
    unsaved.current = is;
    setIsUnsaved(is);
  }, []);
  const latest = useRef<PostDraftValues | null>(null);
  /** Another one each time the form is opened, and after each way back: what it finds it does not write over unseen. */
  const writer = useRef(newId());
  /** The words are stored elsewhere: what the tray says as it is emptied must not bring the draft back. */
  const isOver = useRef(false);
  const shown = useRef(values);
  shown.current = values;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    // A full disk is said when the post is sent; until then the field holds the words.
    const saved = latest.current;
    if (!saved) return true;
    const { content, privacy, anonymous, files } = saved;
    const draft = { content, privacy, anonymous, files, writer: writer.current };
    const edits = base && { content: base.content, privacy: base.privacy, files: base.files };
    const isChanged = base === undefined || !isSame(draft, base);
    return engine.savePostDraft(id, isChanged ? { ...draft, ...(edits ? { edits } : {}) } : null).then(
      () => {
        setUnsaved(latest.current !== saved && latest.current !== null);
        return true;
      },
      () => false,
    );
  }, [base, engine, id, setUnsaved]);

  useEffect(() => {
    if (!isStored) return;
    let isCurrent = true;
    void readPostDraft(engine.db, id).then((draft) => {
      if (!isCurrent) return;
      setIsKept(draft?.edits !== undefined);
      setBase((known) => known && { ...known, ...draft?.edits });
      setValues((known) => known ?? (draft ? { ...draft, files: draft.files ?? [] } : empty));
    });
    return () => {
      isCurrent = false;
    };
  }, [empty, engine, id, isStored]);

  useEffect(() => {
    const saveNow = () => void save();
    document.addEventListener('visibilitychange', saveNow);
    window.addEventListener('pagehide', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', saveNow);
      window.removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, [save]);

  // Another tab has changed it, published it or thrown it away: a form without words of its own shows that. Otherwise the next
  // save keeps the other words as a version.
  const stored = useStoredPostDraft(id);
  const [turn, setTurn] = useState(0);
  /** What the table holds of it has come from, or has been shown in, this form. */
  const hasStored = useRef(false);
  useEffect(() => {
    if (stored === undefined || unsaved.current) return;
    let isCurrent = true;
    // What came with the render may be older than what this form has stored since.
    void readPostDraft(engine.db, id).then((row) => {
      const before = shown.current;
      if (!isCurrent || isOver.current || unsaved.current || before === undefined) return;
      const isOwn = row === undefined ? !hasStored.current : row.writer === writer.current;
      hasStored.current = row !== undefined;
      if (isOwn) return;
      const next = row === undefined ? empty : { ...row, files: row.files ?? [] };
      if (isSame(next, before)) return;
      latest.current = null;
      setValues(next);
      if (!isSameFiles(next.files, before.files)) setTurn((turns) => turns + 1);
    });
    return () => {
      isCurrent = false;
    };
  }, [stored, empty, engine, id]);

  const put = useCallback(
    (part: Partial<PostDraftValues>) => {
      if (isOver.current) return;
      setValues((known) => ({ ...(known ?? empty), ...part }));
      latest.current = { ...(latest.current ?? shown.current ?? empty), ...part };
      setUnsaved(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS);
    },
    [empty, save, setUnsaved],
  );
  const change = useCallback(
    ({ content, privacy, anonymous }: PostValues) => put({ content, privacy, anonymous }),
    [put],
  );
  const hold = useCallback((files: readonly DraftFile[]) => put({ files }), [put]);
  const holdLate = useCallback(
    (file: DraftFile): Promise<void> =>
      engine.addToPostDraft(id, file, { ...empty, ...shown.current, ...(base && { edits: base }) }),
    [base, empty, engine, id],
  );
  const restore = useCallback(
    ({ content, files, privacy }: PostDraftVersion) => {
      void save();
      writer.current = newId();
      put({ content, ...(files ? { files } : {}), ...(privacy ? { privacy } : {}) });
      if (files) setTurn((turns) => turns + 1);
    },
    [put, save],
  );
  const source = (): string | undefined => {
    if (stored == null || values === undefined || unsaved.current) return undefined;
    const isWhole =
      isSame({ ...stored, files: stored.files ?? [] }, values) && stored.anonymous === values.anonymous;
    return isWhole ? `${id} ${stored.updatedAt} ${stored.writer ?? ''}` : undefined;
  };
  const forget = useCallback(async () => {
    clearTimeout(timer.current);
    isOver.current = true;
    latest.current = null;
    setUnsaved(false);
    await engine.savePostDraft(id, null);
  }, [engine, id, setUnsaved]);
  const press = useCallback(
    async (send: PostSend) => {
      clearTimeout(timer.current);
      isOver.current = true;
      latest.current = null;
      setUnsaved(false);
      const { content, privacy, anonymous, files } = shown.current ?? empty;
      const edits = base && { content: base.content, privacy: base.privacy, files: base.files };
      const draft = { content, privacy, anonymous, files, writer: writer.current, send };
      await engine.savePostDraft(id, { ...draft, ...(edits ? { edits } : {}) });
    },
    [base, empty, engine, id, setUnsaved],
  );
  const release = useCallback(() => {
    isOver.current = false;
    put({});
  }, [put]);
  const rebase = useCallback(
    (to: Omit<EditBase, 'content'>) => setBase((known) => known && { ...known, ...to }),
    [],
  );
  const acts = { rebase, save, change, hold, holdLate, restore, source, press, release, forget };
  return { id, values, base, isKept, turn, ...acts };
}
