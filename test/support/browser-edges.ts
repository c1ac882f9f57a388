import type { CDPSession, Page } from '@playwright/test';
import { settle } from './browser-layout.ts';

/** What a notch, round corners and the bar of gestures take of a screen. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

const none: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

export const setInsets = async (input: CDPSession, insets: Insets): Promise<void> => {
  await input.send('Emulation.setSafeAreaInsetsOverride', { insets: { ...insets } });
};

interface Place {
  what: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Where everything is that is read or pressed, all lists at their end. */
async function placesOn(page: Page): Promise<Place[]> {
  await settle(page);
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    // A list that has just grown has not always drawn its new end.
    for (let round = 0; round < 3; round += 1) {
      for (const element of document.querySelectorAll('*'))
        if (['auto', 'scroll'].includes(getComputedStyle(element).overflowY))
          element.scrollTop = element.scrollHeight;
      await frame();
      await frame();
    }
    return [...document.querySelectorAll('a[href], button, input, textarea, h1, h2, p, [role=img]')].flatMap(
      (element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        if (right - left < 2 || !element.checkVisibility({ opacityProperty: true })) return [];
        const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
        const what = `${element.tagName.toLowerCase()} “${words.trim().slice(0, 30)}”`;
        return [{ what, left, right, top, bottom }];
      },
    );
  });
}

/** Where an inset takes the place of a margin, not of both; less than half of any. */
const MARGIN_PX = 18;

const isSame = (plain: readonly Place[], placed: readonly Place[]): boolean =>
  plain.length === placed.length && plain.every(({ what }, index) => placed[index]?.what === what);

/** What a badge or a clock says may change between the two looks, and stands by the next ones; what an edge hides stays away. */
const LOOKS_MAX = 3;

/**
 * The same screen twice: on a plain rectangle, and on one that is larger by its insets. What is read or pressed has to
 * stand in the second as it did in the first, moved into the safe area: what clears an edge twice stands too far in, what
 * forgets it too far out.
 */
export async function findUnsafe(
  page: Page,
  input: CDPSession,
  insets: Insets,
  safe: { width: number; height: number },
): Promise<string[]> {
  const look = async (): Promise<[Place[], Place[]]> => {
    await setInsets(input, none);
    await page.setViewportSize(safe);
    const plain = await placesOn(page);
    await page.setViewportSize({
      width: safe.width + insets.left + insets.right,
      height: safe.height + insets.top + insets.bottom,
    });
    await setInsets(input, insets);
    return [plain, await placesOn(page)];
  };
  let [plain, placed] = await look();
  for (let looks = 1; looks < LOOKS_MAX && !isSame(plain, placed); looks += 1) [plain, placed] = await look();
  if (placed.length !== plain.length) return [`shows ${placed.length} things and not ${plain.length}`];
  const by = { left: insets.left, right: insets.left, top: insets.top, bottom: insets.top } as const;
  return plain.flatMap((before, index) => {
    const after = placed[index];
    if (after?.what !== before.what) return [`${after?.what} stands for ${before.what}`];
    const off = (['left', 'right', 'top', 'bottom'] as const).flatMap((side) => {
      const px = Math.round(after[side] - before[side] - by[side]);
      return Math.abs(px) > MARGIN_PX ? [`${side} ${px}`] : [];
    });
    return off.length > 0 ? [`${before.what} is off by ${off.join(', ')}`] : [];
  });
}
