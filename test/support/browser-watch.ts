import type { BrowserContext, Page } from '@playwright/test';

/** Everything a healthy page never does. */
export interface Complaints {
  all(): readonly string[];
  /** Forgets what was said so far. */
  clear(): void;
}

/** What Chromium itself prints when a request fails: being offline or refused is no fault of the page. */
const NETWORK_NOISE = /^Failed to load resource|net::ERR_|^WebSocket connection to /;

/** Listens to console errors, uncaught exceptions and violations of the content security policy on every page of a context. */
export async function watchComplaints(context: BrowserContext): Promise<Complaints> {
  const found: string[] = [];
  await context.exposeBinding('tambayTestViolation', (_source, text: string) => {
    found.push(`policy: ${text}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      window.tambayTestViolation?.(
        `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
      );
    });
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !NETWORK_NOISE.test(message.text())) {
      found.push(`console: ${message.text()} (${message.page()?.url() ?? 'worker'})`);
    }
  });
  context.on('weberror', (error) => found.push(`exception: ${error.error().stack ?? error.error().message}`));
  return {
    all: () => found,
    clear: () => {
      found.length = 0;
    },
  };
}

/** The life of each own message as its writer saw it: its text → the states its bubble showed, one after the other. */
export type StateRecord = Map<string, string[]>;

const STATES_IN_ORDER = ['Waiting to be sent', 'Sending', 'Sent', 'Delivered', 'Seen'];

/**
 * Writes down every state that a bubble on any page of the context ever shows (in English), also across restarts.
 * @param unrecorded pages that are left out: two open tabs read the same tables at different moments, so that their reports
 *   do not make one life.
 */
export async function recordStates(
  context: BrowserContext,
  record: StateRecord = new Map(),
  unrecorded: ReadonlySet<Page> = new Set(),
): Promise<StateRecord> {
  await context.exposeBinding('tambayTestState', ({ page }, text: string, state: string) => {
    if (unrecorded.has(page)) return;
    const states = record.get(text) ?? [];
    if (states.at(-1) !== state) states.push(state);
    record.set(text, states);
  });
  await context.addInitScript((states) => {
    const last = new Map<string, string>();
    const scan = () => {
      for (const icon of document.querySelectorAll('[role=log] [title]')) {
        const state = icon.getAttribute('title') ?? '';
        const text = icon.closest('div')?.querySelector('[dir=auto]')?.textContent;
        if (!states.includes(state) || !text || last.get(text) === state) continue;
        last.set(text, state);
        window.tambayTestState?.(text, state);
      }
    };
    new MutationObserver(scan).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['title'],
    });
  }, STATES_IN_ORDER);
  return record;
}

/** How far each state is. A failed attempt waits again, so that the first two are equally far: nothing is promised yet. */
const rank = (state: string): number => Math.max(1, STATES_IN_ORDER.indexOf(state));

/** The first promise that was taken back (`text: Sent → Sending`), or undefined: what the server has, it has. */
export function findStepBack(record: StateRecord): string | undefined {
  for (const [text, states] of record) {
    for (const [index, state] of states.entries()) {
      const before = states[index - 1];
      if (before !== undefined && rank(state) < rank(before)) {
        return `${text}: ${before} → ${state}`;
      }
    }
  }
  return undefined;
}

declare global {
  interface Window {
    tambayTestViolation?: (text: string) => void;
    tambayTestState?: (text: string, state: string) => void;
  }
}
