import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { newId } from '../../../protocol/index.ts';
import type { DraftEdit, DraftFile, DraftMention, DraftSend } from '../../../sync/index.ts';
import { rescueDraft, takeRescuedDraft } from '../../app/rescued-draft.ts';
import { readDrafts, useStoredDrafts } from '../../queries/drafts.ts';
import { useEngine } from '../../session/services.tsx';
import type { Draft } from './draft.ts';
import { createDraftKeeper, QUIET_MS } from './draft-keeper.ts';
import {
  beginEdit,
  beginReply,
  bringBack,
  changeWords,
  choosePerson,
  type DraftState,
  type KeptPart,
  NO_DRAFT,
  NO_PART,
  partOf,
  showNext,
} from './draft-state.ts';
import { moveMentions } from './mention-places.ts';
import { useStopEdit } from './use-stop-edit.ts';

// Half a sentence survives a crash: saved at most this long after the last key.
const SAVE_AFTER_MS = 250;

const isSameFiles = (a: readonly DraftFile[], b: readonly DraftFile[]): boolean =>
  a.length === b.length && a.every(({ id }, at) => b[at]?.id === id);

/**
 * What is typed in a chat, or under a post, and not sent. It is on the device a moment after each key, and in every
 * tab a moment later.
 * @param chatId the chat's id, or the post's
 */
export function useDraft(chatId: string): Draft {
  const engine = useEngine();
  const [state, setState] = useState(NO_DRAFT);
  const [isRead, setIsRead] = useState(false);
  const [turn, setTurn] = useState(0);
  /** What was stored before is in the field: other files that come after it take the place of those in the tray. */
  const hasBegun = useRef(false);
  const [keeper] = useState(() =>
    createDraftKeeper(
      (...written) => engine.saveDrafts(chatId, ...written),
      (other, before) => {
        setState(other);
        if (hasBegun.current && !isSameFiles(other.files, before.files)) setTurn((turns) => turns + 1);
      },
      () => performance.now(),
    ),
  );
  const stored = useStoredDrafts(chatId);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const again = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    // A full disk is said when the message is sent; until then the field holds the words.
    await keeper.save().catch(() => undefined);
    return !keeper.isUnsaved();
  }, [keeper]);

  const readStored = useCallback(async (): Promise<void> => {
    clearTimeout(again.current);
    const outcome = await keeper
      .follow(() => readDrafts(engine, chatId))
      // A database that is being closed keeps what the field shows.
      .catch(() => 'done' as const);
    if (outcome === 'later') again.current = setTimeout(() => void readStored(), QUIET_MS);
  }, [chatId, engine, keeper]);

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
        restore(bringBack(now, partOf(draft)));
        setTurn((before) => before + 1);
      } else if (draft.edit !== null) restore({ ...draft, content: typed });
      else if (typed === '') restore(draft);
      else {
        const content = `${draft.content}\n${typed}`;
        const mentions = moveMentions(now.mentions, {
          before: typed,
          after: content,
          caret: content.length - typed.length,
        });
        restore({ ...draft, content, mentions: [...draft.mentions, ...mentions] });
      }
    },
    [keeper, restore],
  );
  const change = useCallback(
    (words: string, caret?: number) => restore(changeWords(keeper.value(), words, caret)),
    [keeper, restore],
  );
  const mention = useCallback(
    ({ id, name }: DraftMention, at: number) => restore(choosePerson(keeper.value(), { id, name, at })),
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
  /** What the field stores as it goes: a late file joins that, and begins no draft of its own. */
  const leaving = useRef<Promise<unknown>>(undefined);
  const holdLate = useCallback(
    async (file: DraftFile): Promise<void> => {
      await leaving.current;
      await engine.addToDraft(chatId, newId(), file);
    },
    [chatId, engine],
  );
  const whenLeft = useCallback(async () => leaving.current, []);
  const pressSend = useCallback(
    (send: DraftSend | null) => restore({ ...keeper.value(), send }),
    [keeper, restore],
  );
  const startEdit = useCallback(
    (edit: DraftEdit) => follow(beginEdit(keeper.value(), edit)),
    [follow, keeper],
  );
  const stopEdit = useStopEdit(keeper.value, follow);
  const takeBack = useCallback(
    (part: KeptPart) => {
      restore(bringBack(keeper.value(), part));
      setTurn((before) => before + 1);
    },
    [keeper, restore],
  );

  const showOther = useCallback(() => follow(showNext(keeper.value())), [follow, keeper]);

  useEffect(() => {
    let isCurrent = true;
    const place = { userId: engine.userId, chatId };
    /** The next field of this place, which may stand before the words are stored, goes on with them. */
    const saveAndRescue = () => {
      const saved = save();
      leaving.current = saved;
      if (keeper.isUnsaved()) {
        const { words, replaces } = keeper.unsaved();
        rescueDraft(sessionStorage, { ...place, ...words, replaces });
      }
      void saved.then((isSaved) => (isSaved ? takeRescuedDraft(sessionStorage, place) : null));
    };
    const rescued = takeRescuedDraft(sessionStorage, place);
    if (rescued !== null) {
      const { replaces, ...words } = rescued;
      const waiting = words.waiting.map((part) => ({ ...NO_PART, ...part }));
      keeper.goOn({ ...NO_DRAFT, ...words, waiting }, replaces);
      restore(keeper.value());
    }
    void readStored().finally(() => {
      hasBegun.current = true;
      if (isCurrent) setIsRead(true);
    });
    const saveNow = () => void save();
    document.addEventListener('visibilitychange', saveNow);
    window.addEventListener('pagehide', saveAndRescue);
    return () => {
      isCurrent = false;
      clearTimeout(again.current);
      document.removeEventListener('visibilitychange', saveNow);
      window.removeEventListener('pagehide', saveAndRescue);
      saveAndRescue();
    };
  }, [engine, chatId, restore, keeper, readStored, save]);
  useEffect(() => {
    if (stored !== undefined && hasBegun.current) void readStored();
  }, [stored, readStored]);

  /** What waited has its own row. */
  const goOn = useCallback((before: DraftState, next: DraftState) => {
    clearTimeout(timer.current);
    setState(next);
    if (next.waiting.length < before.waiting.length) setTurn((turns) => turns + 1);
  }, []);
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
      mention,
      replyTo,
      hold,
      startEdit,
      stopEdit,
      bringBack: takeBack,
      giveBack,
      holdLate,
      showNext: showOther,
      turn,
      save,
      rowIds: keeper.rowIds,
      hasFiles: keeper.hasFiles,
      isAsDrawn: () => {
        const { content, edit } = keeper.value();
        return content === state.content && edit?.content === state.edit?.content;
      },
      source: keeper.source,
      pressSend,
      whenLeft,
      take,
      takeEdit,
      forget: keeper.forget,
    }),
    [
      state,
      isRead,
      turn,
      change,
      mention,
      replyTo,
      hold,
      startEdit,
      stopEdit,
      takeBack,
      giveBack,
      holdLate,
      showOther,
      save,
      pressSend,
      whenLeft,
      take,
      takeEdit,
      keeper,
    ],
  );
}
