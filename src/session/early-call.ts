import type { BeforeRequestHook } from 'ky';

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
 * The app's own call with the same words takes the answer of the one that is under way. Other words were written meanwhile:
 * the earlier call is cancelled. One that failed is made again.
 */
export const answerEarlyCall: BeforeRequestHook = async ({ request, options }) => {
  const early = window.tambayEarlyCall;
  if (early === undefined || early.url !== request.url) return undefined;
  delete window.tambayEarlyCall;
  if (early.body === options.body) return early.answer.catch(() => undefined);
  early.cancel();
  return undefined;
};
