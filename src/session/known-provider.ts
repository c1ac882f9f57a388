/** Stands for the provider's name while pages are drawn: only the server that answers with them knows it. */
export const PROVIDER_PLACEHOLDER = '%provider%';
export const PROVIDER_STORAGE_KEY = 'tambay.signInWith';

let drawnName: string | null = PROVIDER_PLACEHOLDER;

/**
 * What the OpenID provider was called when the server said so last, so that nothing moves when it says so again: in the page
 * it answered with, or on this device from an earlier visit.
 */
export const knownProvider = {
  get: (): string | null =>
    typeof document === 'undefined'
      ? drawnName
      : (document.documentElement.dataset['signInWith'] ?? localStorage.getItem(PROVIDER_STORAGE_KEY)),
  /** For pages that are drawn while the app is built. */
  drawAs: (name: string | null): void => {
    drawnName = name;
  },
  keep: (name: string | null): void => {
    delete document.documentElement.dataset['signInWith'];
    if (name === null) localStorage.removeItem(PROVIDER_STORAGE_KEY);
    else localStorage.setItem(PROVIDER_STORAGE_KEY, name);
  },
};
