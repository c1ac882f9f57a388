import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { throttle } from './page-probes.ts';
import { type Figure, percentile } from './stats.ts';

/** Which list is scrolled: a selector of what stands inside the scroller. */
export type Scrolled = '[role=feed]' | '[role=log]';

export interface Way {
  /** Backwards when negative. */
  screens: number;
  /** Frames for one screen: twelve is the pace of a thumb that reads, one that of a thumb that looks for the end. */
  pace: number;
}

/** Scrolls as fast as frames come, until the way or the list ends. @returns how many milliseconds each frame took */
export const scroll = (page: Page, inside: Scrolled, way: Way): Promise<number[]> =>
  page.evaluate(
    async ({ selector, screens, pace }) => {
      let scroller: Element | null = document.querySelector(selector);
      while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
      if (!scroller) throw new Error('Nothing scrolls here');
      const step = (Math.sign(screens) * scroller.clientHeight) / pace;
      const deltas: number[] = [];
      let stoodFor = 0;
      let before = await new Promise<number>(requestAnimationFrame);
      for (let frame = 0; frame < Math.abs(screens) * pace; frame += 1) {
        const from = scroller.scrollTop;
        scroller.scrollBy(0, step);
        const now = await new Promise<number>(requestAnimationFrame);
        deltas.push(now - before);
        before = now;
        // At the end for so long that nothing more can be on its way.
        stoodFor = scroller.scrollTop === from ? stoodFor + 1 : 0;
        if (stoodFor > 120) break;
      }
      return stoodFor > 120 ? deltas.slice(0, -stoodFor) : deltas;
    },
    { selector: inside, ...way },
  );

/** The same way down a document with nothing to do but to move: what this machine's frames cost without us. */
export async function scrollBare(
  browser: Browser,
  device: BrowserContextOptions,
  way: Way,
  slowdown: number,
): Promise<number[]> {
  const context = await browser.newContext(device);
  const page = await context.newPage();
  const boxes = Array.from(
    { length: 5_000 },
    (_, at) => `<p style="height:180px">#${at} Ang ganda ng umaga</p>`,
  );
  await page.setContent(
    `<div style="height:100vh;overflow-y:auto"><div role="feed">${boxes.join('')}</div></div>`,
  );
  await throttle(page, slowdown);
  const frames = await scroll(page, '[role=feed]', way);
  await context.close();
  return frames;
}

/** Worst frame and p95 of a stretch, each beside that of the plain list. */
export function frameFigures(what: string, frames: readonly number[], bare: readonly number[]): Figure[] {
  const figure = (name: string, of: (list: readonly number[]) => number): Figure => ({
    what: `${what}: ${name}`,
    value: of(frames),
    unit: 'ms',
    limit: { what: 'a plain list of 5,000 boxes', value: of(bare) },
    samples: frames.length,
  });
  return [
    figure('worst frame', (list) => Math.max(...list)),
    figure('frame, p95', (list) => percentile(list, 0.95)),
  ];
}
