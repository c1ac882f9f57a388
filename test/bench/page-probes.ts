import type { Page } from '@playwright/test';

/** What a page measures of itself. All times are of its own clock, in milliseconds since its start. */
interface Probes {
  /** When the last Enter or letter key went down. */
  pressAt: number;
  /** When the first chat of the list was painted: by the app, whose list answers. */
  listAt: number | null;
  /** When the list as it was last seen was painted, which the app then takes the place of. */
  snapshotAt: number | null;
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
    /** Looks only at what was added or marked, so that the looking costs the page next to nothing. */
    const appears = (isThere: () => boolean, concerns: (node: Node) => boolean = () => true): Promise<void> =>
      new Promise((resolve) => {
        if (isThere()) return resolve();
        const observer = new MutationObserver((records) => {
          const isConcerned = records.some(
            ({ target, addedNodes }) => concerns(target) || [...addedNodes].some(concerns),
          );
          if (!isConcerned || !isThere()) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          attributeFilter: ['title'],
        });
      });
    const inLog = (node: Node): boolean =>
      node instanceof Element &&
      (node.closest('[role=log]') !== null || node.querySelector('[role=log]') !== null);
    /** Own words are among the last rows: the whole conversation is not searched at every change. */
    const bubbleOf = (text: string): Element | undefined => {
      const articles = document.querySelector('[role=log]')?.getElementsByTagName('article') ?? [];
      return Array.from(articles)
        .slice(-3)
        .flatMap((article) => [...article.querySelectorAll('div > [dir=auto]')])
        .findLast((each) => each.textContent === text);
    };
    const hasTick = (text: string): boolean =>
      bubbleOf(text)?.parentElement?.querySelector('[title=Sent], [title=Delivered], [title=Seen]') != null;

    const isDurable = (text: string): boolean => {
      const bubble = bubbleOf(text);
      return bubble !== undefined && bubble.parentElement?.querySelector('[title=Saving]') == null;
    };

    /** When the answer to the first push after the next key press was complete. */
    const nextAnswer = (): Promise<number> =>
      new Promise((resolve) => {
        const from = performance.now();
        const observer = new PerformanceObserver((list) => {
          const answer = list
            .getEntriesByType('resource')
            .find(({ name, startTime }) => startTime > from && name.endsWith('/sync/push'));
          if (!(answer instanceof PerformanceResourceTiming)) return;
          observer.disconnect();
          resolve(answer.responseEnd);
        });
        observer.observe({ type: 'resource' });
      });

    const probes: Probes = {
      pressAt: 0,
      listAt: null,
      snapshotAt: null,
      expect(text) {
        probes.bubbleAt = appears(() => bubbleOf(text) !== undefined, inLog).then(painted);
        probes.durableAt = appears(() => isDurable(text), inLog).then(painted);
        const answered = nextAnswer();
        probes.tick = appears(() => hasTick(text), inLog).then(async () => {
          const paintedAt = await painted();
          return { answerAt: await answered, paintedAt };
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
    const lookForSnapshot = (): void => {
      if (window.tambaySnapshot?.host.style.visibility === 'visible')
        void painted().then((at) => {
          probes.snapshotAt = at;
        });
      // Null: the app has drawn its list, and needs none.
      else if (window.tambaySnapshot !== null) requestAnimationFrame(lookForSnapshot);
    };
    requestAnimationFrame(lookForSnapshot);
    void appears(() => document.querySelector('a[href^="/chats/"]:not([href="/chats/start"])') !== null)
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
