/**
 * Part of the page's first script: shows the list of chats as it was last seen, a second before an old phone has started the
 * app. What is pressed there is carried out by the app (take-snapshot.ts).
 */
import { TOKEN_KEY } from '../../session/token-storage.ts';
import { DEVICE_DATABASE, fitOf, LIST_ADDRESSES, stylesAddress } from './kept-snapshot.ts';
import { ADDRESS, fromSnapshot } from './snapshot-nodes.ts';

declare global {
  interface Window {
    /** What is shown until the app has drawn its list. Set to null by the app, which then needs none. */
    tambaySnapshot?: ShownSnapshot | null;
  }
}

export type ShownSnapshot = {
  /** In `document.body`, over everything. */
  readonly host: HTMLElement;
  /** What was pressed there last: an address of the app. */
  pressed: string | null;
  /** How far the list was scrolled, in px. */
  scrollTop: number;
};

const fieldOf = (row: unknown, key: string): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, key) : undefined;

/** The snapshot of the member who is signed in; null where none fits. */
const readSnapshot = (token: string): Promise<unknown> =>
  new Promise((resolve) => {
    const opening = indexedDB.open(DEVICE_DATABASE);
    // There is none yet: the app makes it.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(null);
    opening.onsuccess = () => {
      const db = opening.result;
      const end = (found: unknown): void => {
        db.close();
        resolve(found);
      };
      const tx = db.transaction('device');
      const device = tx.objectStore('device').get('device');
      const kept = tx.objectStore('device').get('snapshot');
      tx.onabort = () => end(null);
      tx.oncomplete = () => {
        const isMine =
          fieldOf(device.result, 'token') === token &&
          fieldOf(device.result, 'userId') === fieldOf(kept.result, 'userId');
        end(isMine ? fieldOf(kept.result, 'snapshot') : null);
      };
    };
  });

/** At the latest: a hidden tab paints nothing, and nothing is worth more than the app. */
const PAINTED_WITHIN_MS = 400;

/** The frame that shows what was just drawn is on the screen. */
const painted = (): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, PAINTED_WITHIN_MS);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  });

const isLoaded = (sheet: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, PAINTED_WITHIN_MS);
    sheet.onload = resolve;
  });

const show = async (frame: Node, styles: string): Promise<void> => {
  const host = document.createElement('div');
  const shown: ShownSnapshot = { host, pressed: null, scrollTop: 0 };
  host.setAttribute('aria-hidden', 'true');
  host.style.cssText = 'position:fixed;inset:0;z-index:1;visibility:hidden';
  // Closed to everything that looks through the document for what the app has drawn.
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = styles;
  root.append(sheet, frame);
  root.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest(`[${ADDRESS}]`) : null;
    shown.pressed = link?.getAttribute(ADDRESS) ?? shown.pressed;
  });
  root.addEventListener(
    'scroll',
    ({ target }) => {
      if (target instanceof Element) shown.scrollTop = target.scrollTop;
    },
    true,
  );
  window.tambaySnapshot = shown;
  document.body.append(host);
  await isLoaded(sheet);
  host.style.visibility = 'visible';
  await painted();
};

const parsed = (): Promise<unknown> =>
  new Promise((resolve) => {
    const look = (): void => (document.body ? resolve(null) : void setTimeout(look));
    look();
  });

const showKept = async (): Promise<void> => {
  const token = localStorage.getItem(TOKEN_KEY);
  if (!token || !LIST_ADDRESSES.includes(location.pathname) || location.search || location.hash) return;
  const kept = await readSnapshot(token);
  if (kept === null) return;
  await parsed();
  const styles = stylesAddress();
  if (styles === null || fieldOf(kept, 'styles') !== styles || fieldOf(kept, 'fit') !== fitOf()) return;
  const frame = fromSnapshot(fieldOf(kept, 'frame'));
  if (frame !== null) await show(frame, styles);
};

/** The app's own files: run at once, they would hold the page for as long as they take to be compiled. */
const startApp = (): void => {
  const files = document.querySelector('template#app');
  if (files instanceof HTMLTemplateElement) document.head.append(files.content);
};

// Without storage, or where it fails, the app starts as it would without a snapshot.
showKept().then(startApp, startApp);
