import { useCallback, useEffect, useRef, useState } from 'react';
import { rescueDraft, takeRescuedDraft } from '../../app/rescued-draft.ts';
import { readDraft } from '../../queries/drafts.ts';
import { useEngine } from '../../session/services.tsx';
import { createDraftKeeper } from './draft-keeper.ts';

// Half a sentence survives a crash: saved at most this long after the last key.
const SAVE_AFTER_MS = 250;

export type Draft = {
  readonly value: string;
  readonly change: (value: string) => void;
  /** Puts what is typed on the device now. @returns whether it is there */
  readonly save: () => Promise<boolean>;
  /** Empties the field at once; the stored draft goes when what became of it is stored. */
  readonly take: () => void;
  readonly forget: () => Promise<void>;
};

/** What is typed in a chat and not sent. It is on the device a moment after each key. */
export function useDraft(chatId: string): Draft {
  const engine = useEngine();
  const [value, setValue] = useState('');
  const [keeper] = useState(() =>
    createDraftKeeper((content) => engine.saveDraft(chatId, content === null ? null : { content })),
  );
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    // A full disk is said when the message is sent; until then the field holds the words.
    await keeper.save().catch(() => undefined);
    return !keeper.isUnsaved();
  }, [keeper]);

  const change = useCallback(
    (next: string) => {
      keeper.type(next);
      setValue(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS);
    },
    [keeper, save],
  );

  useEffect(() => {
    let isCurrent = true;
    const place = { userId: engine.userId, chatId };
    const rescued = takeRescuedDraft(sessionStorage, place);
    if (rescued !== null) change(rescued);
    void readDraft(engine, chatId).then((draft) => {
      // Who has already typed knows better than the table.
      if (!isCurrent || !draft || keeper.value() !== '') return;
      keeper.adopt(draft.content);
      setValue(draft.content);
    });
    const saveNow = () => void save();
    const rescue = () => {
      if (keeper.isUnsaved()) rescueDraft(sessionStorage, { ...place, content: keeper.value() });
      saveNow();
    };
    document.addEventListener('visibilitychange', saveNow);
    window.addEventListener('pagehide', rescue);
    return () => {
      isCurrent = false;
      document.removeEventListener('visibilitychange', saveNow);
      window.removeEventListener('pagehide', rescue);
      saveNow();
    };
  }, [engine, chatId, change, keeper, save]);

  const take = useCallback(() => {
    clearTimeout(timer.current);
    keeper.take();
    setValue('');
  }, [keeper]);
  return { value, change, save, take, forget: keeper.forget };
}
