import { type ClipboardEvent, type DragEvent, useMemo, useRef } from 'react';
import type { Attachments } from './use-attachments.ts';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** The words that come with files; a picture that is dragged from a page brings its own address, which the member did not write. */
const wordsOf = (data: DataTransfer): string => {
  const words = data.getData('text/plain');
  return words === data.getData('text/uri-list') ? '' : words;
};

/**
 * Handlers for the element around a composer: files that are pasted or dropped there go into the tray, and the words that come
 * with them into the field.
 * @param onWords puts dropped words into the field; pasted ones go there by themselves
 */
export function useDropFiles({ add }: Pick<Attachments, 'add'>, onWords: (words: string) => void) {
  const latest = useRef(onWords);
  latest.current = onWords;
  return useMemo(
    () => ({
      onPaste(event: ClipboardEvent) {
        const { files } = event.clipboardData;
        if (files.length === 0) return;
        if (wordsOf(event.clipboardData) === '') event.preventDefault();
        add(files);
      },
      onDragOver(event: DragEvent) {
        if (hasFiles(event)) event.preventDefault();
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        add(event.dataTransfer.files);
        const words = wordsOf(event.dataTransfer);
        if (words !== '') latest.current(words);
      },
    }),
    [add],
  );
}
