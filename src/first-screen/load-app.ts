/**
 * Brings the app behind a page that stands already: each file is asked for once, in the order in which the modules need each
 * other, and run as a task of its own, so that a finger or a key never waits for more than one of them.
 */

/** A network may be there again without anybody saying so. */
const RETRY_AFTER_MS = 5_000;
/** A page that never rests is given its app all the same. */
const IDLE_WITHIN_MS = 500;

/** Nothing more urgent is to be done: a frame was shown, an answer to a touch has been given. */
export const idle = (withinMs = IDLE_WITHIN_MS): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: withinMs });
    else setTimeout(resolve);
  });

const networkMayBeBack = (): Promise<unknown> =>
  new Promise((resolve) => {
    addEventListener('online', resolve, { once: true });
    setTimeout(resolve, RETRY_AFTER_MS);
  });

const isLoaded = (element: HTMLElement): Promise<boolean> =>
  new Promise((resolve) => {
    element.addEventListener('load', () => resolve(true));
    element.addEventListener('error', () => resolve(false));
  });

/** @returns whether it is here now, in the browser's cache; a release that is gone is followed by its successor's page */
const isFetched = async (url: string): Promise<boolean> => {
  try {
    const { ok, status } = await fetch(url);
    if (status === 404) location.reload();
    return ok;
  } catch {
    return false;
  }
};

type SayOffline = (isOffline: boolean) => void;

/** Files that a network is awaited for: scripts and styles come at the same time. */
let missing = 0;

/** Asks for a file until it comes: the browser itself never tries one again that failed. */
const fetchAgain = async (url: string, sayOffline: SayOffline): Promise<void> => {
  missing += 1;
  do {
    sayOffline(true);
    await networkMayBeBack();
  } while (!(await isFetched(url)));
  missing -= 1;
  sayOffline(missing > 0);
};

/**
 * Fetches a script without running it. Not as a module: one whose fetch has failed once would stay failed for this page, and
 * what was typed by then would be lost with it.
 */
const preload = async (script: HTMLScriptElement, sayOffline: SayOffline): Promise<void> => {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'script';
  link.crossOrigin = 'anonymous';
  // As it is written: in a template it belongs to a document without an address.
  link.href = script.getAttribute('src') ?? '';
  const loaded = isLoaded(link);
  document.head.append(link);
  if (!(await loaded)) await fetchAgain(link.href, sayOffline);
  link.remove();
};

const loadStyle = async (first: HTMLLinkElement, sayOffline: SayOffline): Promise<void> => {
  let sheet = first;
  for (;;) {
    const loaded = isLoaded(sheet);
    document.head.append(sheet);
    if (await loaded) return;
    await fetchAgain(sheet.href, sayOffline);
    const again = document.createElement('link');
    for (const { name, value } of sheet.attributes) again.setAttribute(name, value);
    sheet.remove();
    sheet = again;
  }
};

/** Runs scripts of the page's own templates, one after another. */
export const runScripts = async (
  scripts: readonly HTMLScriptElement[],
  options: {
    readonly sayOffline: SayOffline;
    /** Asked before each: whether somebody is waiting for the last one. */
    readonly isUrgent: () => boolean;
  },
): Promise<void> => {
  // All of them first: without a network in between nothing is half there.
  await Promise.all(scripts.map((script) => preload(script, options.sayOffline)));
  for (const script of scripts) {
    await (options.isUrgent() ? new Promise((resolve) => setTimeout(resolve)) : idle());
    const run = isLoaded(script);
    document.head.append(script);
    await run;
  }
};

/** Loads styles of the page's own templates. */
export const loadStyles = async (
  sheets: readonly HTMLLinkElement[],
  sayOffline: SayOffline,
): Promise<void> => {
  await Promise.all(sheets.map((sheet) => loadStyle(sheet, sayOffline)));
};
