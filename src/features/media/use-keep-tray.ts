import { useEffect, useRef } from 'react';
import type { DraftFile } from '../../../sync/index.ts';
import { keptOf } from './attachment-list.ts';
import type { Attachments } from './use-attachments.ts';

/**
 * The tray is part of a draft: it comes back with it, and what is put into it is kept.
 * @param files what the stored draft holds; undefined until it has been read
 * @param turn goes up when another draft has come into the field: its files take the place of those in the tray
 */
export function useKeepTray(
  {
    items,
    restore,
  }: Pick<Attachments, 'items'> & {
    restore(files: readonly DraftFile[], isReplacing?: boolean): Promise<void>;
  },
  files: readonly DraftFile[] | undefined,
  hold: (files: readonly DraftFile[]) => void,
  turn = 0,
): void {
  // An empty tray says nothing before the draft's own files have been in it.
  const phase = useRef<'waiting' | 'restoring' | 'live'>('waiting');
  useEffect(() => {
    if (phase.current !== 'waiting' || !files?.length) return;
    phase.current = 'restoring';
    void restore(files).finally(() => {
      phase.current = 'live';
    });
  }, [files, restore]);
  const shown = useRef(turn);
  useEffect(() => {
    if (turn === shown.current) return;
    shown.current = turn;
    phase.current = 'restoring';
    void restore(files ?? [], true).finally(() => {
      phase.current = 'live';
    });
  }, [turn, files, restore]);
  useEffect(() => {
    if (items.length > 0 && phase.current === 'waiting') phase.current = 'live';
    if (phase.current === 'live') hold(keptOf(items));
  }, [items, hold]);
}
