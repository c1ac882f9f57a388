import type { SnapshotNode } from './snapshot-nodes.ts';

/** The list of chats as it was last seen, for the moment until the app has read and drawn it (docs/decisions/0037). */
export type KeptSnapshot = {
  /** Address of the styles that its classes are of: those of another release have other names. */
  readonly styles: string;
  readonly fit: string;
  readonly frame: SnapshotNode;
};

export const DEVICE_DATABASE = 'tambay-device';
/** Where the list is shown: its own address, and that of the installed app. */
export const LIST_ADDRESSES: readonly string[] = ['/', '/profile/messages'];

/** Styles of the app. Null until they are in the page. */
export const stylesAddress = (): string | null =>
  document.querySelector('link[rel="stylesheet"]')?.getAttribute('href') ?? null;

/** What the layout depends on: a snapshot of a window of another width or language is not shown. */
export const fitOf = (): string => {
  const { lang, dataset } = document.documentElement;
  return `${innerWidth} ${lang} ${dataset['textSize'] ?? ''}`;
};
