/** A call that was made before the app was there. */
export type EarlyCall = {
  readonly url: string;
  readonly body: string;
  readonly answer: Promise<Response>;
  readonly cancel: () => void;
};

declare global {
  interface Window {
    /** Only on a prerendered page, between the press and the app (first-screen/early-login.ts). */
    tambayEarlyCall?: EarlyCall | undefined;
  }
}

/**
 * The app's own call with the same words takes the answer of the one that is under way. Other words were written
 * meanwhile: what the earlier ones bring is nobody's. One that failed is made again.
 */
export const answerEarlyCall =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const early = window.tambayEarlyCall;
    if (early === undefined || early.url !== input) return send(input, init);
    delete window.tambayEarlyCall;
    if (early.body === init?.body) return early.answer.catch(() => send(input, init));
    early.cancel();
    return send(input, init);
  };
