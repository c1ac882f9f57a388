import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DraftFile, DraftPart } from '../../../sync/index.ts';
import { rescueDraft, takeRescuedDraft } from '../../app/rescued-draft.ts';
import { readDraft } from '../../queries/drafts.ts';
import { useEngine } from '../../session/services.tsx';
import { createDraftKeeper } from './draft-keeper.ts';
import { beginEdit, beginReply, bringBack, type DraftState, NO_DRAFT } from './draft-state.ts';

// Half a sentence survives a crash: saved at most this long after the last key.
const SAVE_AFTER_MS = 250;

export type Draft = DraftState & {
  /** What stands in the field: the new words while a message is edited. */
  readonly value: string;
  /** What the device held of it is there. */
  readonly isRead: boolean;
  readonly change: (value: string) => void;
  /** What the words will answer. */
  readonly replyTo: (messageId: string | null) => void;
  /** What lies in the tray now. */
  readonly hold: (files: readonly DraftFile[]) => void;
  /** Puts a message's words into the field; null goes back to what was typed before. */
  readonly startEdit: (edit: DraftState['edit']) => void;
  /** Puts something refused into the field, whole; what stands there waits until that is sent or given up. */
  readonly bringBack: (part: DraftPart) => void;
  /** Puts words that could not be stored back, before what was typed meanwhile. */
  readonly giveBack: (draft: DraftState) => void;
  /** Goes up when another draft has come into the field, with files of its own. */
  readonly turn: number;
  /** Puts what is typed on the device now. @returns whether it is there */
  readonly save: () => Promise<boolean>;
  /** Empties the field; the stored draft goes with the transaction that stores what became of it. */
  readonly take: () => void;
  /** Ends the edit; the stored draft keeps its words until `forget`. */
  readonly takeEdit: () => void;
  readonly forget: () => Promise<void>;
};

/**
 * What is typed in a chat, or under a post, and not sent. It is on the device a moment after each key.
 * @param chatId the chat's id, or the post's
 */
export function useDraft(chatId: string): Draft {
  const engine = useEngine();
  const [state, setState] = useState(NO_DRAFT);
  const [isRead, setIsRead] = useState(false);
  const [turn, setTurn] = useState(0);
  const [keeper] = useState(() => createDraftKeeper((draft) => engine.saveDraft(chatId, draft)));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    // A full disk is said when the message is sent; until then the field holds the words.
    await keeper.save().catch(() => undefined);
    return !keeper.isUnsaved();
  }, [keeper]);

  const restore = useCallback(
    (next: DraftState) => {
      keeper.type(next);
      setState(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS);
    },
    [keeper, save],
  );
  const giveBack = useCallback(
    (draft: DraftState) => {
      const now = keeper.value();
      const typed = now.content;
      // Something that had waited is in the field by now.
      if (now.waiting.length < draft.waiting.length) {
        const { waiting: _waiting, ...part } = draft;
        restore(bringBack(now, part));
        setTurn((before) => before + 1);
      } else if (draft.edit !== null) restore({ ...draft, content: typed });
      else restore(typed === '' ? draft : { ...draft, content: `${draft.content}\n${typed}` });
    },
    [keeper, restore],
  );
  const change = useCallback(
    (words: string) => {
      const now = keeper.value();
      restore(
        now.edit === null ? { ...now, content: words } : { ...now, edit: { ...now.edit, content: words } },
      );
    },
    [keeper, restore],
  );
  /** Something that waited may have come back, with its files. */
  const follow = useCallback(
    (next: DraftState) => {
      if (next.files !== keeper.value().files) setTurn((before) => before + 1);
      restore(next);
    },
    [keeper, restore],
  );
  const replyTo = useCallback(
    (replyToId: string | null) => follow(beginReply(keeper.value(), replyToId)),
    [follow, keeper],
  );
  const hold = useCallback(
    (files: readonly DraftFile[]) => {
      if (files.length > 0 || keeper.value().files.length > 0) restore({ ...keeper.value(), files });
    },
    [keeper, restore],
  );
  const startEdit = useCallback(
    (edit: DraftState['edit']) => follow(beginEdit(keeper.value(), edit)),
    [follow, keeper],
  );
  const takeBack = useCallback(
    (part: DraftPart) => {
      restore(bringBack(keeper.value(), part));
      setTurn((before) => before + 1);
    },
    [keeper, restore],
  );

  useEffect(() => {
    let isCurrent = true;
    const place = { userId: engine.userId, chatId };
    const rescued = takeRescuedDraft(sessionStorage, place);
    if (rescued !== null) restore(rescued);
    void readDraft(engine, chatId).then((draft) => {
      if (isCurrent) setIsRead(true);
      // Who has already typed knows better than the table.
      if (!isCurrent || !draft || keeper.value() !== NO_DRAFT) return;
      const { content, replyToId, edit, files = [], forward = null, waiting = [] } = draft;
      keeper.adopt({ content, replyToId, edit, files, forward, waiting });
      setState(keeper.value());
    });
    const saveNow = () => void save();
    const rescue = () => {
      if (keeper.isUnsaved()) rescueDraft(sessionStorage, { ...place, ...keeper.value() });
      saveNow();
    };
    document.addEventListener('visibilitychange', saveNow);
    window.addEventListener('pagehide', rescue);
    return () => {
      isCurrent = false;
      document.removeEventListener('visibilitychange', saveNow);
      window.removeEventListener('pagehide', rescue);
      // Whoever takes this place in the same moment reads before the words are stored.
      if (keeper.isUnsaved()) rescueDraft(sessionStorage, { ...place, ...keeper.value() });
      void save().then((isSaved) => (isSaved ? takeRescuedDraft(sessionStorage, place) : null));
    };
  }, [engine, chatId, restore, keeper, save]);

  /** What waited is stored again once the transaction of what was sent has begun. */
  const goOn = useCallback(
    (before: DraftState, next: DraftState) => {
      clearTimeout(timer.current);
      setState(next);
      if (next.waiting.length === before.waiting.length) return;
      setTurn((turns) => turns + 1);
      timer.current = setTimeout(() => void save());
    },
    [save],
  );
  const take = useCallback(() => {
    const before = keeper.value();
    goOn(before, keeper.take());
  }, [goOn, keeper]);
  const takeEdit = useCallback(() => {
    const before = keeper.value();
    goOn(before, keeper.takeEdit());
  }, [goOn, keeper]);
  return useMemo(
    () => ({
      ...state,
      isRead,
      value: state.edit?.content ?? state.content,
      change,
      replyTo,
      hold,
      startEdit,
      bringBack: takeBack,
      giveBack,
      turn,
      save,
      take,
      takeEdit,
      forget: keeper.forget,
    }),
    [state, isRead, turn, change, replyTo, hold, startEdit, takeBack, giveBack, save, take, takeEdit, keeper],
  );
}
