/** Draws the app over the prerendered screen and keeps what the visitor did there (carry-over.ts). */
export type HandOver = (draw: () => void) => Promise<void>;

declare global {
  interface Window {
    /** What came behind the `#` with the token of a reset mail: it has left the address before the first paint. */
    tambayFragment?: string | undefined;
    /** Only on a prerendered page: set by its own script. */
    tambayHandOver?: HandOver;
  }
}
