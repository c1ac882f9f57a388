import { Subject } from 'rxjs';
import { useExternalValue } from './use-observable.ts';

/** Chromium's event; the DOM types do not know it. */
type InstallPromptEvent = Event & {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
};

const isPrompt = (event: unknown): event is InstallPromptEvent =>
  event instanceof Event && 'prompt' in event && 'userChoice' in event;

/** `public/boot.js` catches the event: it may come before this code has been loaded. */
const caught = (): unknown => ('tambayInstallPrompt' in window ? window.tambayInstallPrompt : null);

const changes = new Subject<void>();
let isSpent = false;
let isInstalled = false;

/** Follows what the browser says from now on. */
export const watchInstallPrompt = (): void => {
  window.addEventListener('beforeinstallprompt', () => {
    isSpent = false;
    changes.next();
  });
  window.addEventListener('appinstalled', () => {
    isInstalled = true;
    changes.next();
  });
};

/** Whether the browser offers to install the app. */
export const useCanInstall = (): boolean =>
  useExternalValue(
    changes,
    () => !isSpent && !isInstalled && isPrompt(caught()),
    () => false,
  );

/** Whether the app was installed while this page was open. */
export const useIsInstalled = (): boolean => useExternalValue(changes, () => isInstalled);

/** Asks the browser to install; a prompt works once. @returns whether the member agreed */
export const install = async (): Promise<boolean> => {
  const prompt = caught();
  if (isSpent || !isPrompt(prompt)) return false;
  isSpent = true;
  await prompt.prompt();
  const { outcome } = await prompt.userChoice;
  changes.next();
  return outcome === 'accepted';
};
