import { type ClipboardEvent, type DragEvent, useMemo, useRef } from 'react';
import type { Attachments } from './use-attachments.ts';

/** Marks what is dragged away from the element itself. */
const OWN = 'application/x-tambay-own';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** The words that come with files; a picture that is dragged from a page brings its own address, which the member did not write. */
const wordsOf = (data: DataTransfer): string => {
  const words = data.getData('text/plain');
  return words === data.getData('text/uri-list') ? '' : words;
};

const isField = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input, textarea') !== null;

const isTaken = ({ target, currentTarget, dataTransfer: { types } }: DragEvent): boolean => {
  // React tells of drops on a sheet above the element, too.
  if (!(target instanceof Node && currentTarget.contains(target))) return false;
  if (isField(target)) return types.includes('Files');
  // A name or a picture of the conversation that a hand moves a little is no answer to it.
  return !types.includes(OWN) && (types.includes('Files') || types.includes('text/plain'));
};

/**
 * Handlers for the element around a composer: files that are pasted or dropped there go into the tray, and words that are
 * dropped into the field. The field takes words by itself, where one lets go of them.
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
      onDragStart({ dataTransfer }: DragEvent) {
        dataTransfer.setData(OWN, '1');
      },
      onDragOver(event: DragEvent) {
        if (isTaken(event)) event.preventDefault();
      },
      onDrop(event: DragEvent) {
        if (!isTaken(event)) return;
        event.preventDefault();
        const { dataTransfer } = event;
        if (hasFiles(event)) add(dataTransfer.files);
        const words = hasFiles(event) ? wordsOf(dataTransfer) : dataTransfer.getData('text/plain');
        if (words !== '') latest.current(words);
      },
    }),
    [add],
  );
}
