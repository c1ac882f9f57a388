import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUntimedId, LIMITS, type Media, newId, ProtocolError } from '../../../protocol/index.ts';
import { type DraftFile, movesTooMuch } from '../../../sync/index.ts';
import { reportFault } from '../../app/faults.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { readUploads, useUploads } from '../../queries/uploads.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import {
  type Attachment,
  type AttachRules,
  admit,
  idsOf,
  isNameable,
  keptOf,
  measuresOf,
  type NamedFiles,
  namedBy,
  restoreItems,
} from './attachment-list.ts';
import { stopConversion } from './films/conversions.ts';
import { canConvertFilms } from './films/films.ts';
import { inspectPicked } from './inspect-picked.ts';
import { keepPicked, keepUntraceably, kindOfFile } from './keep-file.ts';
import { preparePicked } from './prepare-picked.ts';

export type Attachments = {
  readonly items: readonly Attachment[];
  /** Everything picked is on the device and can be named; it may still be made smaller. */
  readonly isReady: boolean;
  /**
   * Waits until everything picked by now is on the device, also when the screen is left meanwhile.
   * @returns whether all of it is; otherwise what is goes into the draft
   */
  kept(): Promise<boolean>;
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
  /** Gives the files new ids, for an anonymous post. */
  makeUntraceable(): Promise<void>;
};

/** On a full disk: what names a file keeps it, and what nothing owns is forgotten later (sync/uploads/forget-old-files.ts). */
const later = (): void => undefined;

type AttachmentOptions = {
  isUntraceable?: boolean;
  /** A file that was still being kept when its screen was left: it belongs into the draft. */
  onLate?: (file: DraftFile) => Promise<unknown>;
};

/** The attachments of one composer. `src/features/media/README.md` shows how to put it together. */
export function useAttachments(
  rules: AttachRules,
  { isUntraceable = false, onLate }: AttachmentOptions = {},
): Attachments {
  const engine = useEngine();
  const { toaster } = useServices();
  const { t } = useTranslation();
  const [items, setItems] = useState<readonly Attachment[]>([]);
  // What is not on the device yet is nowhere but here.
  useHoldUpdate(items.some(({ id, state }) => id === null && state !== 'failed'));
  const latest = useRef(items);
  latest.current = items;
  /** Names this composer to the file store: the same bytes may be shown by another one. */
  const [tray] = useState(newId);
  const isMounted = useRef(true);
  const keeping = useRef(new Set<Promise<void>>());
  /** Somebody waits for all of it, to send it: what is kept after the screen has gone is still of this tray. */
  const isAwaited = useRef(false);
  const late = useRef(onLate);
  late.current = onLate;
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
    async function prepareFile({ key, kind, id: before }: Attachment, file: File, isOriginal: boolean) {
      try {
        if (kind === 'image' && !isOriginal && (await movesTooMuch(file))) {
          latest.current = latest.current.filter((item) => item.key !== key);
          setItems((all) => all.filter((item) => item.key !== key));
          toaster.show({ message: t('media.problem.tooMuchMotion'), variant: 'warning' });
          return;
        }
        const inspecting = inspectPicked(file, kind);
        const kept = await keepPicked(engine, file, { kind, isOriginal, isUntraceable, tray });
        const isListed = latest.current.some((item) => item.key === key);
        const { alt = '' } = latest.current.find((item) => item.key === key) ?? {};
        if (isListed && (isMounted.current || isAwaited.current)) {
          change(key, { ...kept, state: kind === 'file' ? 'ready' : 'preparing', isOriginal, error: null });
        } else if (isListed && late.current) {
          await late.current({ id: kept.id, alt });
          await engine.files.letGo([kept.id], tray);
        } else await discard(kept.id);
        if (before !== null && before !== kept.id) await discard(before);
        if (kind !== 'file') preparePicked(engine).catch(reportFault);
        const { isHevc, ...seen } = await inspecting;
        change(key, seen);
        if (!isHevc || !isOriginal) return;
        const convert = (): void => {
          const item = latest.current.find((one) => one.key === key);
          if (item?.isOriginal !== true) return;
          change(key, { state: 'preparing' });
          void prepareFile(item, file, false);
        };
        // It is sent all the same: who has such a phone may be all whom one writes to.
        toaster.show({
          message: t(seen.isConvertible ? 'media.problem.hevcConvertible' : 'media.problem.hevc'),
          ...{ variant: 'warning', durationMs: 8_000 },
          ...(seen.isConvertible ? { action: { label: t('media.convert'), onPress: convert } } : {}),
        });
      } catch (error) {
        change(key, {
          state: 'failed',
          error: error instanceof ProtocolError ? error.kind : 'unreadable_media',
        });
      }
    },
    [change, discard, engine, isUntraceable, t, toaster, tray],
  );

  const track = useCallback((work: Promise<void>): void => {
    keeping.current.add(work);
    void work.finally(() => keeping.current.delete(work));
  }, []);

  // What became of each file, told by its row: it may be prepared by another tab, or after a restart.
  const uploads = useUploads(idsOf(items));
  useEffect(() => {
    for (const { key, id, state } of latest.current) {
      const row = id === null ? undefined : uploads.get(id);
      if (row === undefined || state !== 'preparing') continue;
      if (row.state === 'failed')
        change(key, { state: 'failed', error: row.error?.code ?? 'unreadable_media' });
      else if (row.preparing === undefined)
        change(key, { state: 'ready', size: row.size, measures: measuresOf(row) });
    }
  }, [uploads, change]);

  const add = useCallback<Attachments['add']>(
    (files, { asFiles = false } = {}) => {
      const picked = [...files].map((file) => ({
        file,
        size: file.size,
        kind: asFiles ? ('file' as const) : kindOfFile(file),
      }));
      const filmBytesMax = canConvertFilms() ? LIMITS.filmPickedBytesMax : LIMITS.uploadBytesMax;
      const { taken, problem } = admit(latest.current, picked, rules, filmBytesMax);
      if (problem !== null)
        toaster.show({ message: t(`media.problem.${problem}`, { max: rules.max }), variant: 'warning' });
      const added = taken.map(({ file, kind, size }): Attachment & { original: File } => ({
        key: newId(),
        id: null,
        kind,
        name: file.name,
        size,
        original: file,
        // A film that can be sent as it is, is.
        isOriginal: kind === 'video' && size <= LIMITS.uploadBytesMax,
        state: 'preparing',
        error: null,
        alt: '',
        isHere: true,
      }));
      if (added.length === 0) return;
      latest.current = [...latest.current, ...added];
      setItems((before) => [...before, ...added]);
      for (const item of added) track(prepare(item, item.original, item.isOriginal));
    },
    [prepare, rules, t, toaster, track],
  );

  const remove = useCallback(
    (key: string) => {
      const gone = latest.current.find((item) => item.key === key);
      latest.current = latest.current.filter((item) => item.key !== key);
      setItems((before) => before.filter((item) => item.key !== key));
      if (!gone || gone.id === null) return;
      stopConversion(gone.id);
      void discard(gone.id);
    },
    [discard],
  );

  const setOriginal = useCallback(
    (key: string, isOriginal: boolean) => {
      const item = latest.current.find((one) => one.key === key);
      if (!item?.original || item.isOriginal === isOriginal) return;
      change(key, { state: 'preparing' });
      track(prepare(item, item.original, isOriginal));
    },
    [change, prepare, track],
  );

  const restore = useCallback(
    async (files: readonly DraftFile[], isReplacing = false, held: readonly Media[] = []) => {
      const rows = await readUploads(
        engine,
        files.map(({ id }) => id),
      );
      const restored = restoreItems(files, rows, held);
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
    // A copy of what is still to be prepared would have to be prepared, too.
    await preparePicked(engine);
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
      isReady: items.every((item) => isNameable(item) && item.measures !== undefined),
      async kept() {
        isAwaited.current = true;
        await Promise.all(keeping.current);
        if (latest.current.every(isNameable)) return true;
        for (const file of keptOf(latest.current)) await late.current?.(file);
        return false;
      },
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
