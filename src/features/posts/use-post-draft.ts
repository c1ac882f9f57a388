import { useCallback, useEffect, useRef, useState } from 'react';
import { newId } from '../../../protocol/index.ts';
import type { DraftFile } from '../../../sync/index.ts';
import { readPostDraft } from '../../queries/posts.ts';
import { useEngine } from '../../session/services.tsx';
import type { PostValues } from './post-form.tsx';

// Half a sentence survives a crash: saved at most this long after the last key.
const SAVE_AFTER_MS = 250;

type PostDraftValues = PostValues & { readonly files: readonly DraftFile[] };

const EMPTY: PostDraftValues = { content: '', privacy: 'PUBLIC', anonymous: false, files: [] };

export type PostDraft = {
  /** Undefined while a draft is being read. */
  readonly values: PostDraftValues | undefined;
  readonly change: (values: PostValues) => void;
  /** What lies in the tray now. */
  readonly hold: (files: readonly DraftFile[]) => void;
  /** The words are stored elsewhere. */
  readonly forget: () => Promise<void>;
};

/** A new post while it is written: on the device a moment after each key, under an id of its own. */
export function usePostDraft(draftId: string | undefined): PostDraft {
  const engine = useEngine();
  const [id] = useState(() => draftId ?? newId());
  const [values, setValues] = useState<PostDraftValues | undefined>(
    draftId === undefined ? EMPTY : undefined,
  );
  const latest = useRef<PostDraftValues | null>(null);
  const shown = useRef(values);
  shown.current = values;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    // A full disk is said when the post is sent; until then the field holds the words.
    if (!latest.current) return;
    const { content, privacy, anonymous, files } = latest.current;
    void engine.savePostDraft(id, { content, privacy, anonymous, files }).catch(() => undefined);
  }, [engine, id]);

  useEffect(() => {
    if (draftId === undefined) return;
    let isCurrent = true;
    void readPostDraft(engine.db, draftId).then((draft) => {
      if (isCurrent) setValues((known) => known ?? (draft ? { ...draft, files: draft.files ?? [] } : EMPTY));
    });
    return () => {
      isCurrent = false;
    };
  }, [engine, draftId]);

  useEffect(() => {
    document.addEventListener('visibilitychange', save);
    window.addEventListener('pagehide', save);
    return () => {
      document.removeEventListener('visibilitychange', save);
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);

  const put = useCallback(
    (part: Partial<PostDraftValues>) => {
      setValues((known) => ({ ...(known ?? EMPTY), ...part }));
      latest.current = { ...(latest.current ?? shown.current ?? EMPTY), ...part };
      clearTimeout(timer.current);
      timer.current = setTimeout(save, SAVE_AFTER_MS);
    },
    [save],
  );
  const change = useCallback(
    ({ content, privacy, anonymous }: PostValues) => put({ content, privacy, anonymous }),
    [put],
  );
  const hold = useCallback((files: readonly DraftFile[]) => put({ files }), [put]);
  const forget = useCallback(async () => {
    clearTimeout(timer.current);
    latest.current = null;
    await engine.savePostDraft(id, null);
  }, [engine, id]);
  return { values, change, hold, forget };
}
