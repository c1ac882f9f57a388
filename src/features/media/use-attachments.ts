import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUntimedId, type Media, newId, ProtocolError } from '../../../protocol/index.ts';
import type { DraftFile } from '../../../sync/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { readUploads } from '../../queries/uploads.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import {
  type Attachment,
  type AttachRules,
  admit,
  attachmentsOf,
  type NamedFiles,
  namedBy,
} from './attachment-list.ts';
import { findTraces } from './find-traces.ts';
import { keepFile, keepUntraceably, kindOfFile } from './keep-file.ts';

export type Attachments = {
  readonly items: readonly Attachment[];
  /** Everything picked is ready to be named. */
  readonly isReady: boolean;
  /** Takes what was picked, pasted, dropped or captured; what may not join is said in a toast. */
  add(files: Iterable<File>, options?: { asFiles?: boolean }): void;
  remove(key: string): void;
  /** The picture as it was taken, or made small again. */
  setOriginal(key: string, isOriginal: boolean): void;
  setAlt(key: string, alt: string): void;
  /** What the mutation of a post names; it takes no documents. */
  namedInPost(): Omit<NamedFiles, 'files'>;
  /** Empties the tray at once without forgetting the files: a mutation names what lay in it, and no second one does. */
  take(): readonly Attachment[];
  /** Gives back what was taken for a mutation that could not be stored. */
  putBack(items: readonly Attachment[]): void;
  /**
   * Brings the files of a draft back.
   * @param isReplacing they take the place of what lies in the tray; otherwise that knows better than the draft
   * @param held those that a post that is edited has anyway
   */
  restore(files: readonly DraftFile[], isReplacing?: boolean, held?: readonly Media[]): Promise<void>;
  /** Gives the files ids that nobody has seen, for an anonymous post. */
  makeUntraceable(): Promise<void>;
};

/** On a full disk: what names a file keeps it, and what nothing owns is forgotten later (sync/uploads/forget-old-files.ts). */
const later = (): void => undefined;

const idsOf = (items: readonly Attachment[]): string[] =>
  items.flatMap(({ id }) => (id === null ? [] : [id]));

/** The attachments of one composer. `src/features/media/README.md` shows how to put it together. */
export function useAttachments(rules: AttachRules, { isUntraceable = false } = {}): Attachments {
  const engine = useEngine();
  const { toaster } = useServices();
  const { t } = useTranslation();
  const [items, setItems] = useState<readonly Attachment[]>([]);
  // What is still being made smaller is nowhere but here.
  useHoldUpdate(items.some(({ state }) => state === 'preparing'));
  const latest = useRef(items);
  latest.current = items;
  /** Names this composer to whoever keeps the files: the same bytes may be shown by another one. */
  const [tray] = useState(newId);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      void engine.files.letGo(idsOf(latest.current), tray).catch(later);
    };
  }, [engine, tray]);
  /** Nothing of this tray shows the file any more. */
  const discard = useCallback(
    async (id: string): Promise<void> => {
      if (!isMounted.current || !latest.current.some((item) => item.id === id))
        await engine.files.discard([id], tray).catch(later);
    },
    [engine, tray],
  );

  const change = useCallback((key: string, to: Partial<Attachment>) => {
    const merge = (before: readonly Attachment[]) =>
      before.map((item) => (item.key === key ? { ...item, ...to } : item));
    latest.current = merge(latest.current);
    setItems(merge);
  }, []);

  const prepare = useCallback(
    async ({ key, kind, id: before }: Attachment, file: File, isOriginal: boolean) => {
      try {
        const hasTraces = await findTraces(file);
        const kept = await keepFile(engine, file, { kind, isOriginal, isUntraceable, tray });
        const isWanted = isMounted.current && latest.current.some((item) => item.key === key);
        if (isWanted)
          change(key, {
            id: kept.id,
            size: kept.size,
            state: 'ready',
            isOriginal,
            error: null,
            hasTraces,
          });
        else await discard(kept.id);
        if (before !== null && before !== kept.id) await discard(before);
      } catch (error) {
        change(key, {
          state: 'failed',
          error: error instanceof ProtocolError ? error.kind : 'unreadable_media',
        });
      }
    },
    [change, discard, engine, isUntraceable, tray],
  );

  const add = useCallback<Attachments['add']>(
    (files, { asFiles = false } = {}) => {
      const picked = [...files].map((file) => ({
        file,
        size: file.size,
        kind: asFiles ? ('file' as const) : kindOfFile(file),
      }));
      const { taken, problem } = admit(latest.current, picked, rules);
      if (problem !== null)
        toaster.show({ message: t(`media.problem.${problem}`, { max: rules.max }), variant: 'warning' });
      const added = taken.map(({ file, kind, size }): Attachment & { original: File } => ({
        key: newId(),
        id: null,
        kind,
        name: file.name,
        size,
        original: file,
        isOriginal: false,
        state: 'preparing',
        error: null,
        alt: '',
        isHere: true,
      }));
      if (added.length === 0) return;
      latest.current = [...latest.current, ...added];
      setItems((before) => [...before, ...added]);
      for (const item of added) void prepare(item, item.original, false);
    },
    [prepare, rules, t, toaster],
  );

  const remove = useCallback(
    (key: string) => {
      const gone = latest.current.find((item) => item.key === key);
      latest.current = latest.current.filter((item) => item.key !== key);
      setItems((before) => before.filter((item) => item.key !== key));
      if (gone && gone.id !== null) void discard(gone.id);
    },
    [discard],
  );

  const setOriginal = useCallback(
    (key: string, isOriginal: boolean) => {
      const item = latest.current.find((one) => one.key === key);
      if (!item?.original || item.isOriginal === isOriginal) return;
      change(key, { state: 'preparing' });
      void prepare(item, item.original, isOriginal);
    },
    [change, prepare],
  );

  const restore = useCallback(
    async (files: readonly DraftFile[], isReplacing = false, held: readonly Media[] = []) => {
      const rows = await readUploads(
        engine,
        files.map(({ id }) => id),
      );
      const here = new Map(rows.map((row) => [row.id, row]));
      const known = new Map(attachmentsOf(held).map((item) => [item.id, item]));
      const restored = files.flatMap(({ id, alt }): Attachment[] => {
        const row = here.get(id);
        const before = known.get(id);
        if (!row) return before ? [{ ...before, alt }] : [];
        if (row.posterOf !== null) return [];
        return [
          {
            key: row.id,
            id: row.id,
            kind: row.kind,
            name: row.name,
            size: row.size,
            original: null,
            isOriginal: false,
            state: 'ready',
            error: null,
            alt,
            isHere: row.hasBytes,
          },
        ];
      });
      // Who has already picked something knows better than the draft.
      if (!isMounted.current || (latest.current.length > 0 && !isReplacing)) return;
      void engine.files.show(idsOf(restored), tray).catch(later);
      const left = idsOf(latest.current).filter((id) => restored.every((item) => item.id !== id));
      if (isReplacing) void engine.files.letGo(left, tray).catch(later);
      if (isReplacing) latest.current = restored;
      setItems((before) => (before.length > 0 && !isReplacing ? before : restored));
    },
    [engine, tray],
  );

  const makeUntraceable = useCallback(async () => {
    for (const item of latest.current) {
      if (item.id === null || !item.isHere || isUntimedId(item.id)) continue;
      const id = await keepUntraceably(engine, item.id, tray);
      latest.current = latest.current.map((one) => (one.key === item.key ? { ...one, id } : one));
      change(item.key, { id });
      await discard(item.id);
    }
  }, [change, discard, engine, tray]);

  return useMemo(
    () => ({
      items,
      isReady: items.every((item) => item.state === 'ready'),
      add,
      remove,
      setOriginal,
      setAlt: (key, alt) => change(key, { alt }),
      namedInPost: () => {
        const { files: _none, ...named } = namedBy(latest.current);
        return named;
      },
      take: () => {
        const taken = latest.current;
        latest.current = [];
        setItems([]);
        void engine.files.letGo(idsOf(taken), tray).catch(later);
        return taken;
      },
      putBack: (taken) => {
        void engine.files.show(idsOf(taken), tray).catch(later);
        latest.current = [...taken, ...latest.current];
        setItems((before) => [...taken, ...before]);
      },
      restore,
      makeUntraceable,
    }),
    [items, add, remove, setOriginal, change, restore, makeUntraceable, engine, tray],
  );
}
