import { type ClipboardEvent, type DragEvent, useMemo } from 'react';
import type { Attachments } from './use-attachments.ts';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Handlers for the element around a composer: files that are pasted or dropped there go into the tray. */
export function useDropFiles({ add }: Pick<Attachments, 'add'>) {
  return useMemo(
    () => ({
      onPaste(event: ClipboardEvent) {
        const { files } = event.clipboardData;
        if (files.length === 0) return;
        event.preventDefault();
        add(files);
      },
      onDragOver(event: DragEvent) {
        if (hasFiles(event)) event.preventDefault();
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        add(event.dataTransfer.files);
      },
    }),
    [add],
  );
}
