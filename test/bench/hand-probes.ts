import type { Page } from '@playwright/test';

/** What a page notices of the hand on it. All times are of its own clock, in milliseconds since its start. */
interface HandProbes {
  /** When the last key or finger went down. */
  pressedAt: number;
  /** Of each letter: from the key to the frame that shows it. */
  letters: { pressedAt: number; paintedAt: number }[];
  /** Tasks of 50 ms and more, as the browser reports them. */
  longTasks: { startedAt: number; lasted: number }[];
  /** From each interaction to its next paint (W3C Event Timing). */
  interactions: Record<number, number>;
  /** When the first visible element that matches was painted. */
  when(selector: string): Promise<number>;
}

declare global {
  interface Window {
    tambayHand: HandProbes;
  }
}

/** Puts the probes into every document of the page to come. */
export async function installHandProbes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The types do not know it yet (W3C Event Timing); without it only what takes more than 104 ms is reported.
    const everyInteraction: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      buffered: true,
      durationThreshold: 16,
    };
    const painted = (): Promise<number> =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.now());
          channel.port2.postMessage(null);
        });
      });
    const isSeen = (selector: string): boolean =>
      [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
    const probes: HandProbes = {
      pressedAt: 0,
      letters: [],
      longTasks: [],
      interactions: {},
      when: (selector) =>
        new Promise((resolve) => {
          // Looked at once in each frame: what is not in one is not seen.
          const look = (): void => {
            if (isSeen(selector)) resolve(painted());
            else requestAnimationFrame(look);
          };
          look();
        }),
    };
    window.tambayHand = probes;
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(
        kind,
        ({ timeStamp }) => {
          probes.pressedAt = timeStamp;
        },
        true,
      );
    addEventListener(
      'input',
      () => {
        const { pressedAt } = probes;
        void painted().then((paintedAt) => probes.letters.push({ pressedAt, paintedAt }));
      },
      true,
    );
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        probes.longTasks.push({ startedAt: startTime, lasted: duration });
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry instanceof PerformanceEventTiming && entry.interactionId)
          probes.interactions[entry.interactionId] = Math.max(
            probes.interactions[entry.interactionId] ?? 0,
            entry.duration,
          );
    }).observe(everyInteraction);
  });
}
