// Over 300 lines: what a tray holds changes by its one state alone, and every change is here.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS, type Media, newId, ProtocolError, type Voice } from '../../../protocol/index.ts';
import type { DraftFile, Recording } from '../../../sync/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { reportFault } from '../../app/faults.ts';
import { useAskBeforeUnload } from '../../app/use-ask-before-unload.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { readUploads, useUploads } from '../../queries/uploads.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import {
  type Attachment,
  type AttachProblem,
  type AttachRules,
  admit,
  askedOf,
  idsOf,
  isSettled,
  isTwice,
  keptOf,
  measuresOf,
  restoreItems,
} from './attachment-list.ts';
import { stopConversion } from './films/conversions.ts';
import { canConvertFilms } from './films/films.ts';
import { firstFrameOf } from './first-frame.ts';
import { HeicCodeNotThere } from './heic/heic.ts';
import { inspectPicked } from './inspect-picked.ts';
import { keepPicked, kindOfFile } from './keep-file.ts';
import { oddPictureProblem } from './odd-picture-problem.ts';
import { preparePicked } from './prepare-picked.ts';

export type Attachments = {
  readonly items: readonly Attachment[];
  /** Everything picked is on the device and can be named; it may still be made smaller. */
  readonly isReady: boolean;
  /** What the member has to say first. */
  readonly asked: ReturnType<typeof askedOf>;
  /** An animation that would stand still goes as a file, as it is, or as its first frame. */
  answer(key: string, as: 'file' | 'still'): void;
  /**
   * Waits until everything picked is on the device, also when the screen is left meanwhile: what was not in the tray by then
   * is in the draft.
   * @returns false when there was no room for some of it
   */
  kept(): Promise<boolean>;
  /** What a draft is to remember of the tray as it is now. */
  held(): readonly DraftFile[];
  /** Takes what was picked, pasted, dropped or captured; what may not join is said in a toast. */
  add(files: Iterable<File>, options?: { asFiles?: boolean }): void;
  /**
   * Begins a recording, which lies in the tray, and so in the draft, from its first second.
   * @throws ProtocolError `storage_full`
   */
  record(mime: string): Promise<Recording>;
  /** All of it has come, or nothing was heard: null. */
  recorded(id: string, voice: Voice | null): void;
  remove(key: string): void;
  /** The picture as it was taken, or made small again. */
  setOriginal(key: string, isOriginal: boolean): void;
  setAlt(key: string, alt: string): void;
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
  const errorText = useErrorText();
  const [items, setItems] = useState<readonly Attachment[]>([]);
  // What is not on the device yet is nowhere but here.
  const isStoring = items.some(({ id, state }) => id === null && state !== 'failed');
  useHoldUpdate(isStoring);
  useAskBeforeUnload(isStoring);
  const latest = useRef(items);
  latest.current = items;
  /** Names this composer to the file store: the same bytes may be shown by another one. */
  const [tray] = useState(newId);
  const isMounted = useRef(true);
  const keeping = useRef(new Set<Promise<unknown>>());
  /** By item, how often it was prepared. */
  const runs = useRef(new Map<string, number>());
  /** Recordings that have not come to their end, and what tells that they have. */
  const recordings = useRef(new Map<string, () => void>());
  const track = useCallback((work: Promise<unknown>): void => {
    keeping.current.add(work);
    void work.finally(() => keeping.current.delete(work));
  }, []);

  const late = useRef(onLate);
  late.current = onLate;
  const drawn = useRef(items);
  useEffect(() => {
    drawn.current = items;
  }, [items]);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // Stored since it was drawn last: no effect has told the draft of it.
      const told = new Set(keptOf(drawn.current).map(({ id }) => id));
      const untold = keptOf(latest.current).filter(({ id }) => !told.has(id));
      const leave = async (): Promise<void> => {
        for (const file of untold) await late.current?.(file);
        await engine.files.letGo(idsOf(latest.current), tray);
      };
      track(leave().catch(later));
    };
  }, [engine, tray, track]);
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

  const drop = useCallback((key: string) => {
    latest.current = latest.current.filter((item) => item.key !== key);
    setItems((before) => before.filter((item) => item.key !== key));
  }, []);

  /** Keeps it in another form, by its member's choice. */
  const choose = useRef((_item: Attachment, _file: File, _isOriginal: boolean): void => undefined);

  /** It stays, and is converted when there is a network. */
  const sayLater = useCallback(
    (error: unknown): null => {
      const message = t('media.problem.heicLater');
      if (error instanceof HeicCodeNotThere) toaster.show({ message, variant: 'info', durationMs: 8_000 });
      return null;
    },
    [t, toaster],
  );

  /** @throws ProtocolError when it cannot be kept */
  const prepare = useCallback(
    async function prepareFile(
      { key, kind, id: first }: Attachment,
      file: File,
      isOriginal: boolean,
    ): Promise<AttachProblem | null> {
      const run = (runs.current.get(key) ?? 0) + 1;
      runs.current.set(key, run);
      const inspecting = inspectPicked(file, kind);
      const isOdd = kind === 'image' && first === null;
      const judging = isOdd ? oddPictureProblem(file).catch(sayLater) : null;
      // Before anything is found out about it: what was picked is nowhere but here.
      const kept = await keepPicked(engine, file, { kind, isOriginal, isUntraceable, tray });
      // It was chosen otherwise meanwhile: the last choice holds, whichever is kept first.
      if (runs.current.get(key) !== run) {
        await discard(kept.id);
        return null;
      }
      const giveUp = async (why: AttachProblem): Promise<AttachProblem> => {
        drop(key);
        stopConversion(kept.id);
        await discard(kept.id);
        return why;
      };
      const isListed = latest.current.some((item) => item.key === key);
      const { alt = '', id: before = first } = latest.current.find((item) => item.key === key) ?? {};
      if (isListed && isTwice(latest.current, key, kept.id)) {
        drop(key);
        if (before !== null && before !== kept.id) await discard(before);
        return 'alreadyHere';
      }
      if (isListed && isMounted.current) {
        const state = kind === 'file' ? 'ready' : 'preparing';
        change(key, { ...kept, kind, state, isOriginal, error: null, isAnswered: false });
      } else if (isListed && late.current) {
        await late.current({ id: kept.id, alt });
        await engine.files.letGo([kept.id], tray);
      } else await discard(kept.id);
      if (before !== null && before !== kept.id) await discard(before);
      const problem = await judging;
      if (problem !== null) return giveUp(problem);
      const { isHevc, isUnknownFilm, filmProblem, ...seen } = await inspecting;
      const shown = latest.current.find((item) => item.key === key);
      if (isUnknownFilm && shown !== undefined) {
        // The server keeps any file, and plays only films whose tracks it can write anew.
        if (!rules.withFiles)
          throw new ProtocolError(seen.measures === null ? 'unreadable_media' : 'unsupported_type');
        change(key, { kind: 'file' });
        toaster.show({ message: t('media.problem.unknownFilm'), variant: 'warning' });
        return prepareFile({ ...shown, kind: 'file' }, file, true);
      }
      if (filmProblem !== null) return giveUp(filmProblem);
      // Otherwise a frame that is drawn before the bytes have come would jump.
      if (!isMounted.current && seen.measures) await engine.files.measured(kept.id, seen.measures);
      // Not before: of what goes as a file it would be said that it cannot be read.
      if (kind !== 'file') void preparePicked(engine).catch(reportFault);
      change(key, { ...seen, picked: seen.measures });
      if (!isHevc || !isOriginal) return null;
      const convert = (): void => {
        const item = latest.current.find((one) => one.key === key);
        if (item?.isOriginal === true) choose.current(item, file, false);
      };
      // It is sent all the same: who has such a phone may be all whom one writes to.
      toaster.show({
        message: t(seen.isConvertible ? 'media.problem.hevcConvertible' : 'media.problem.hevc'),
        ...{ variant: 'warning', durationMs: 8_000 },
        ...(seen.isConvertible ? { action: { label: t('media.convert'), onPress: convert } } : {}),
      });
      return null;
    },
    [change, discard, drop, engine, isUntraceable, rules, sayLater, t, toaster, tray],
  );

  const say = useCallback(
    (problem: AttachProblem) =>
      toaster.show({
        message: t(`media.problem.${problem}`, { max: rules.max }),
        ...{ variant: 'warning', durationMs: 8_000 },
      }),
    [rules.max, t, toaster],
  );
  /**
   * Keeps something in the tray in another form. What it was stays until that is stored, and if it cannot be.
   * @param before what it is again if it cannot be
   * @returns whether it is
   */
  const keepOtherwise = useCallback(
    async (
      item: Attachment,
      file: File,
      isOriginal: boolean,
      before: Partial<Attachment>,
    ): Promise<boolean> => {
      try {
        const problem = await prepare(item, file, isOriginal);
        if (problem !== null) say(problem);
        return problem === null;
      } catch (error) {
        change(item.key, before);
        toaster.show({
          message: errorText(error instanceof ProtocolError ? error.detail : null),
          variant: 'error',
        });
        return false;
      }
    },
    [change, errorText, prepare, say, toaster],
  );
  choose.current = (item, file, isOriginal) => {
    const { key, state, isOriginal: wasOriginal } = item;
    change(key, { state: 'preparing' });
    track(keepOtherwise(item, file, isOriginal, { state, isOriginal: wasOriginal }));
  };

  // What became of each file, told by its row: it may be prepared by another tab, or after a restart.
  const uploads = useUploads(idsOf(items));
  useEffect(() => {
    for (const { key, id, state } of latest.current) {
      const row = id === null ? undefined : uploads.get(id);
      if (row === undefined || state !== 'preparing') continue;
      if (row.state === 'failed')
        change(key, { state: 'failed', error: row.error?.code ?? 'unreadable_media' });
      else if (row.preparing === 'asked') change(key, { state: 'asked' });
      else if (row.preparing === undefined)
        change(key, { state: 'ready', size: row.size, measures: measuresOf(row) });
    }
  }, [uploads, change]);

  const add = useCallback<Attachments['add']>(
    (files, { asFiles = false } = {}) => {
      const begin = async (item: Attachment, file: File): Promise<void> => {
        try {
          const problem = await prepare(item, file, item.isOriginal);
          if (problem !== null) say(problem);
        } catch (error) {
          const kind = error instanceof ProtocolError ? error.kind : 'unreadable_media';
          change(item.key, { state: 'failed', error: kind });
        }
      };
      const picked = [...files].map((file) => ({
        file,
        size: file.size,
        kind: asFiles ? ('file' as const) : kindOfFile(file, rules.withFiles),
      }));
      const filmBytesMax = canConvertFilms() ? LIMITS.filmPickedBytesMax : LIMITS.uploadBytesMax;
      const { taken, problems } = admit(latest.current, picked, rules, filmBytesMax);
      // In one toast: of several, the first would have to go for the third.
      const reasons = problems.map((problem) => t(`media.problem.${problem}`, { max: rules.max }));
      if (reasons.length > 0)
        toaster.show({
          message: reasons.join(' · '),
          variant: 'warning',
          ...(reasons.length > 1 && { durationMs: 8_000 }),
        });
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
      for (const item of added) track(begin(item, item.original));
    },
    [change, prepare, rules, say, t, toaster, track],
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

  const record = useCallback<Attachments['record']>(
    async (mime) => {
      const recording = await engine.files.record({ mime, name: 'voice', tray });
      const { id } = recording;
      const item: Attachment = {
        ...{ key: id, id, kind: 'file', name: 'voice', size: 0, original: null, isOriginal: true },
        ...{ state: 'recording', error: null, alt: '', measures: null, isHere: true },
      };
      latest.current = [...latest.current, item];
      setItems((before) => [...before, item]);
      track(new Promise<void>((resolve) => recordings.current.set(id, resolve)));
      return recording;
    },
    [engine, track, tray],
  );
  const recorded = useCallback<Attachments['recorded']>(
    (id, voice) => {
      const tell = (): void => {
        recordings.current.get(id)?.();
        recordings.current.delete(id);
      };
      if (voice === null) {
        remove(id);
        tell();
        return;
      }
      void readUploads(engine, [id])
        .catch(() => [])
        .then(([row]) => change(id, { state: 'ready', voice, ...(row ? { size: row.size } : {}) }))
        .finally(tell);
    },
    [change, engine, remove],
  );

  const setOriginal = useCallback((key: string, isOriginal: boolean) => {
    const item = latest.current.find((one) => one.key === key);
    if (!item?.original || item.isOriginal === isOriginal) return;
    choose.current(item, item.original, isOriginal);
  }, []);

  const answer = useCallback<Attachments['answer']>(
    (key, as) => {
      const item = latest.current.find((one) => one.key === key);
      if (item?.state !== 'asked' || item.isAnswered) return;
      const { id, name } = item;
      change(key, { isAnswered: true });
      const take = async (): Promise<void> => {
        const bytes = item.original ?? (id === null ? null : await engine.files.read(id).catch(() => null));
        const file = bytes && new File([bytes], name, { type: bytes.type });
        const chosen = file && as === 'still' ? await firstFrameOf(file).catch(() => null) : file;
        if (chosen === null) {
          change(key, { isAnswered: false });
          toaster.show({ message: t('error.unreadableMedia'), variant: 'warning' });
          return;
        }
        const kind = as === 'file' ? 'file' : 'image';
        const isKept = await keepOtherwise({ ...item, kind }, chosen, kind === 'file', { isAnswered: false });
        if (isKept) change(key, { original: chosen });
      };
      track(take());
    },
    [change, engine, keepOtherwise, t, toaster, track],
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

  return useMemo(
    () => ({
      items,
      isReady: items.every(isSettled),
      asked: askedOf(items, rules),
      answer,
      async kept() {
        while (keeping.current.size > 0) await Promise.all(keeping.current);
        return latest.current.every(({ error }) => error !== 'storage_full');
      },
      held: () => keptOf(latest.current),
      add,
      record,
      recorded,
      remove,
      setOriginal,
      setAlt: (key, alt) => change(key, { alt }),
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
    }),
    [items, rules, add, answer, record, recorded, remove, setOriginal, change, restore, engine, tray],
  );
}
