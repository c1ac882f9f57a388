export interface AppDrawing {
  /** Draws the app into an element, which may not be in the document yet, and resolves when all of it is there. */
  readonly draw: (root: HTMLElement) => Promise<void>;
  /** Whether somebody is signed in: what stands there only says that the app is coming. */
  readonly isForMember: boolean;
  /** Whether what is drawn is the screen of the address: the visitor may have moved on meanwhile. */
  readonly isAtAddress: () => boolean;
}

/** Puts the app in place of the prerendered screen and keeps what the visitor did there (carry-over.ts). */
export type HandOver = (app: AppDrawing) => Promise<void>;

declare global {
  interface Window {
    /** What came behind the `#` with the token of a reset mail: it has left the address before the first paint. */
    tambayFragment?: string | undefined;
    /** Only on a prerendered page: set by its own script. */
    tambayHandOver?: HandOver;
  }
}
