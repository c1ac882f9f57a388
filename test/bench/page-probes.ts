import type { Page } from '@playwright/test';

/** What a page measures of itself. All times are of its own clock, in milliseconds since its start. */
interface Probes {
  /** When the last Enter or letter key went down. */
  pressAt: number;
  /** When the answer to the last push was complete. */
  answerAt: number;
  /** When the first chat of the list was painted. */
  listAt: number | null;
  expect(text: string): void;
  /** When the expected text was painted as a bubble, and when its tick was. */
  bubbleAt: Promise<number>;
  /** When it was painted as durable: no longer marked as being saved. */
  durableAt: Promise<number>;
  tick: Promise<{ paintedAt: number; answerAt: number }>;
}

declare global {
  interface Window {
    tambayBench: Probes;
  }
}

/** Puts the probes into every document of the page to come. */
export async function installProbes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    /** After the frame that shows what the document holds now. */
    const painted = (): Promise<number> =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.now());
          channel.port2.postMessage(null);
        });
      });
    const appears = (isThere: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        if (isThere()) return resolve();
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      });
    const bubbleOf = (text: string): Element | undefined =>
      [...document.querySelectorAll('[role=log] div > [dir=auto]')].findLast(
        (each) => each.textContent === text,
      );
    const hasTick = (text: string): boolean =>
      bubbleOf(text)?.parentElement?.querySelector('[title=Sent], [title=Delivered], [title=Seen]') != null;

    const isDurable = (text: string): boolean => {
      const bubble = bubbleOf(text);
      return bubble !== undefined && bubble.parentElement?.querySelector('[title=Saving]') == null;
    };

    const probes: Probes = {
      pressAt: 0,
      answerAt: 0,
      listAt: null,
      expect(text) {
        probes.bubbleAt = appears(() => bubbleOf(text) !== undefined).then(painted);
        probes.durableAt = appears(() => isDurable(text)).then(painted);
        probes.tick = appears(() => hasTick(text)).then(async () => {
          const { answerAt } = probes;
          return { answerAt, paintedAt: await painted() };
        });
      },
      bubbleAt: Promise.resolve(0),
      durableAt: Promise.resolve(0),
      tick: Promise.resolve({ paintedAt: 0, answerAt: 0 }),
    };
    window.tambayBench = probes;
    addEventListener(
      'keydown',
      (event) => {
        probes.pressAt = event.timeStamp;
      },
      true,
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!(entry instanceof PerformanceResourceTiming) || !entry.name.endsWith('/sync/push')) continue;
        probes.answerAt = entry.responseEnd;
      }
    }).observe({ type: 'resource', buffered: true });
    void appears(() => document.querySelector('a[href^="/chats/"]') !== null)
      .then(painted)
      .then((at) => {
        probes.listAt = at;
      });
  });
}

/** Slows the page's processor down, as an old phone would. */
export async function throttle(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
