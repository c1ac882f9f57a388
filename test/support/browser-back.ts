import type { BrowserContext, Page } from '@playwright/test';

/** What Chromium on Android says of itself. */
export const androidPhone = {
  viewport: { width: 390, height: 844 },
  locale: 'en-US',
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};

declare global {
  interface Window {
    /** Asks what lies on top to close. Whether something did: only then the button leaves the history alone. */
    tambayTestBack?: () => boolean;
  }
}

/** Notes who waits for the back button, which no test can press: the newest is asked, as Android does. */
export const watchBack = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    sessionStorage.setItem('tambay.continueInBrowser', '1');
    // To the browser each look of a test is a touch of the page: only a finger is one here.
    let hasBeenActive = false;
    for (const kind of ['pointerup', 'keydown'])
      addEventListener(kind, () => (hasBeenActive = true), { capture: true });
    Object.defineProperty(navigator, 'userActivation', {
      get: () => ({ hasBeenActive, isActive: hasBeenActive }),
    });
    type Watcher = EventTarget & { requestClose(): void; destroy(): void };
    const scope = window as unknown as { CloseWatcher: new () => Watcher };
    const waiting: Watcher[] = [];
    const forget = (watcher: Watcher): void => {
      if (waiting.includes(watcher)) waiting.splice(waiting.indexOf(watcher), 1);
    };
    scope.CloseWatcher = class extends scope.CloseWatcher {
      constructor() {
        super();
        waiting.push(this);
        this.addEventListener('close', () => forget(this));
      }
      override destroy(): void {
        forget(this);
        super.destroy();
      }
    };
    window.tambayTestBack = () => {
      const top = waiting.at(-1);
      top?.requestClose();
      return top !== undefined;
    };
  });

/** Android's back button. */
export const pressBack = async (page: Page): Promise<void> => {
  const isTaken = await page.evaluate(() => window.tambayTestBack?.() ?? false);
  if (!isTaken) await page.goBack();
};

/** A window of its own, as a notification, a shortcut or another app opens one: there is nothing to go back to. */
export const openFreshWindow = async (opener: Page, url: string): Promise<Page> => {
  const opened = opener.context().waitForEvent('page');
  await opener.evaluate((address) => {
    window.open(address, '_blank', 'noopener');
  }, url);
  return opened;
};

export const historyLength = (page: Page): Promise<number> => page.evaluate(() => history.length);

/** The browser's button where the app may keep the page: `goBack` would wait for a screen that never comes. */
export const pressStoppable = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await devtools.send('Page.getNavigationHistory');
  const entryId = entries[currentIndex - 1]?.id;
  if (entryId === undefined) throw new Error('There is nothing to go back to');
  await devtools.send('Page.navigateToHistoryEntry', { entryId });
  await devtools.detach();
};
