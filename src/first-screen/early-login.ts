import { LIMITS, normalizeEmail } from '../../protocol/index.ts';

const TIMEOUT_MS = 15_000;

/** What the app's form would send, which is what `loginBody` makes of the same words. */
export const loginText = (email: string, password: string): string =>
  JSON.stringify({ email: normalizeEmail(email), password });

const fieldOf = (form: HTMLFormElement, name: string): HTMLInputElement | null => {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement && field.value !== '' && field.validity.valid ? field : null;
};

/**
 * Asks for the sign-in while the app is still on its way: on a slow network it is there long before that. Whatever is
 * unusual about the words waits for the app's own form, which presses again when it comes and takes the answer.
 */
export const loginEarly = (baseUrl: string, target: EventTarget | null): void => {
  // The app draws here by now.
  if (window.tambayHandOver === undefined || !(target instanceof HTMLFormElement)) return;
  const email = fieldOf(target, 'email');
  const password = fieldOf(target, 'password');
  if (email === null || password === null || password.value.length > LIMITS.passwordMax) return;
  const url = `${baseUrl}/api/v1/auth/login`;
  const body = loginText(email.value, password.value);
  if (window.tambayEarlyCall?.body === body) return;
  window.tambayEarlyCall?.cancel();
  const cancelled = new AbortController();
  const answer = fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'accept-language': document.documentElement.lang,
      'content-type': 'application/json',
    },
    body,
    signal: AbortSignal.any([cancelled.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    cache: 'no-store',
    credentials: 'omit',
  });
  // A rejection is handled by the caller that takes the answer; until then it is not reported as unhandled.
  answer.catch(() => undefined);
  window.tambayEarlyCall = { url, body, answer, cancel: () => cancelled.abort() };
};
