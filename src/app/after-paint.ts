/** In a background tab no frame comes. */
const NO_FRAME_MS = 100;

/** Resolves once the frame is painted that shows what was just drawn, after other callbacks of that frame. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, NO_FRAME_MS);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => setTimeout(resolve);
      port2.postMessage(null);
    });
  });
