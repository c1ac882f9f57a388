import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { buildCatalogue, serveCatalogue } from '../catalogue/serve.ts';
import { judge } from '../support/browser-layout.ts';
import { test } from '../support/story.ts';

/** What the page `status` ends up with: three strips of passing states, which come in late, and a banner. */
const STATUSES_SHOWN = 4;

let server: Awaited<ReturnType<typeof serveCatalogue>>;

test.beforeAll(async () => {
  await buildCatalogue();
  server = await serveCatalogue(0);
});
test.afterAll(() => server.close());

async function open(page: Page, name: string, query = 'theme=light') {
  await page.goto(`${server.origin}/?page=${name}&${query}`);
  await page.locator('main, [role=status]').first().waitFor();
}

/** The same with a clock that moves only by `page.clock.runFor`. */
async function openWithClock(page: Page, name: string) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await open(page, name);
}

/** Waits for everything that moves and comes to an end: a colour half way in has half its contrast. */
async function settle(page: Page) {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((each) => each.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(finite.map((each) => each.finished));
  });
}

async function violations(page: Page, where: string, options: RunOptions): Promise<string[]> {
  return (await judge(page, options)).map(
    ({ id, nodes }) => `${where}: ${id} ${nodes.map((node) => node.target).join(', ')}`,
  );
}

async function pageNames(page: Page): Promise<string[]> {
  await page.goto(server.origin);
  return page.getByRole('link').allTextContents();
}

test.describe('every page of the catalogue', () => {
  // One test walks through two dozen pages, and the machine may be busy with other suites.
  test.describe.configure({ timeout: 600_000 });

  test('runs under the strict policy without a complaint', async ({ page }) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
    });
    for (const name of await pageNames(page)) await open(page, name, 'theme=dark&lang=fil');
    expect(complaints).toEqual([]);
  });

  test('has nothing for axe to find', async ({ page }) => {
    const found: string[] = [];
    for (const name of await pageNames(page)) {
      await open(page, name);
      // Strips of passing states come in late: one that came while axe looks would have half its contrast.
      if (name === 'status')
        await expect(page.getByRole('status').filter({ hasText: /\S/ })).toHaveCount(STATUSES_SHOWN);
      await settle(page);
      found.push(
        ...(await violations(page, name, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })),
      );
      // The other colours of the same page: only what depends on them.
      await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
      await settle(page);
      found.push(...(await violations(page, `${name} in the dark`, { runOnly: ['color-contrast'] })));
    }
    expect(found).toEqual([]);
  });

  test('moves nothing for those who asked for less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const moving: string[] = [];
    for (const name of await pageNames(page)) {
      await open(page, name);
      const found = await page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter((element) => {
            const { transitionProperty, transitionDuration, animationName, animationIterationCount } =
              getComputedStyle(element);
            const slides =
              /transform|translate|scale|all/.test(transitionProperty) &&
              !/^0s(, 0s)*$/.test(transitionDuration);
            return slides || (animationName !== 'none' && animationIterationCount.includes('infinite'));
          })
          .map((element) => element.className),
      );
      if (found.length > 0) moving.push(`${name}: ${found.join(' | ')}`);
    }
    expect(moving).toEqual([]);
  });

  test('fits 320 px with texts made longer', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    const wide: string[] = [];
    for (const name of await pageNames(page)) {
      await open(page, name, 'lang=pseudo');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 320) wide.push(`${name}: ${width}`);
    }
    expect(wide).toEqual([]);
  });

  test('keeps everything inside 390 px at twice the text size', async ({ page }) => {
    const cut: string[] = [];
    for (const name of await pageNames(page)) {
      await open(page, name);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll('button, a, input, textarea, h1, h2, p')]
          .filter((element) => {
            const box = element.getBoundingClientRect();
            return box.width > 1 && (box.right > innerWidth + 1 || box.left < -1);
          })
          .map((element) => element.textContent || element.tagName),
      );
      if (outside.length > 0) cut.push(`${name}: ${outside.join(', ')}`);
    }
    expect(cut).toEqual([]);
  });
});

test.describe('toasts', () => {
  const show = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click({ force: true });

  test('speak with the urgency of their variant', async ({ page }) => {
    await openWithClock(page, 'toasts');
    await show(page, 'success');
    await expect(page.getByRole('status')).toContainText('Success: Friend request successfully sent');
    await show(page, 'error');
    await expect(page.getByRole('alert')).toContainText('Error: An account with this e-mail already exists');
  });

  test('go by themselves after three seconds', async ({ page }) => {
    await openWithClock(page, 'toasts');
    await show(page, 'success');
    await page.mouse.move(200, 700);
    await page.clock.runFor(2_900);
    await expect(page.getByRole('status')).toBeVisible();
    await page.clock.runFor(400);
    await expect(page.getByRole('status')).toBeHidden();
  });

  test('wait while a pointer rests on them', async ({ page }) => {
    await openWithClock(page, 'toasts');
    await show(page, 'success');
    await page.getByRole('status').hover();
    await page.clock.runFor(10_000);
    await expect(page.getByRole('status')).toBeVisible();
    await page.mouse.move(200, 700);
    await page.clock.runFor(3_500);
    await expect(page.getByRole('status')).toBeHidden();
  });

  test('say the same thing once', async ({ page }) => {
    await openWithClock(page, 'toasts');
    for (let press = 0; press < 4; press += 1) await show(page, 'error');
    await expect(page.getByRole('alert')).toHaveCount(1);
  });

  test('never stack higher than two', async ({ page }) => {
    await openWithClock(page, 'toasts');
    for (const name of ['success', 'error', 'info', 'long']) await show(page, name);
    await expect(page.locator('[role=status]:visible, [role=alert]:visible')).toHaveCount(2);
  });

  test('close by hand, and do what they offer', async ({ page }) => {
    await openWithClock(page, 'toasts');
    await show(page, 'long');
    await page.getByRole('status').getByRole('button', { name: 'Close' }).click();
    await page.clock.runFor(400);
    await expect(page.getByRole('status')).toBeHidden();
    await show(page, 'action');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.clock.runFor(400);
    await expect(page.getByRole('status')).toBeHidden();
  });

  test('are swiped away upwards', async ({ page }) => {
    await openWithClock(page, 'toasts');
    await show(page, 'long');
    // Hovering waits until the toast stands still; measured while it slides in, its box is somewhere else.
    await page.getByRole('status').hover({ position: { x: 120, y: 30 } });
    const box = await page.getByRole('status').boundingBox();
    if (!box) throw new Error('The toast has no box');
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y - 20, { steps: 5 });
    await page.mouse.move(box.x + 120, box.y - 60, { steps: 5 });
    await page.mouse.up();
    await page.clock.runFor(400);
    await expect(page.getByRole('status')).toBeHidden();
  });
});

test.describe('fields', () => {
  test('tie the error to the control', async ({ page }) => {
    await open(page, 'register');
    const field = page.getByRole('textbox', { name: 'Last name' });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription('Required');
  });

  test('tie the hint to the control while there is no error', async ({ page }) => {
    await open(page, 'register');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'At least 8 characters; 15 or more is better',
    );
  });

  test('show and hide a password without losing it', async ({ page }) => {
    await open(page, 'sign-in');
    const field = page.getByLabel('Password', { exact: true });
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await expect(field).toHaveValue('tambay lang ako');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(field).toHaveAttribute('type', 'password');
  });
});

test.describe('composer', () => {
  const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });

  test('sends with Enter at a desk and stays ready for the next', async ({ page }) => {
    await open(page, 'chat');
    await message(page).fill('  Ingat!  ');
    await message(page).press('Enter');
    await expect(page.getByRole('log')).toContainText('Ingat!');
    await expect(message(page)).toHaveValue('');
    await expect(message(page)).toBeFocused();
  });

  test('breaks the line with Shift and Enter', async ({ page }) => {
    await open(page, 'chat');
    await message(page).pressSequentially('a');
    await message(page).press('Shift+Enter');
    await message(page).pressSequentially('b');
    await expect(message(page)).toHaveValue('a\nb');
  });

  test('can send as soon as there is something to send', async ({ page }) => {
    await open(page, 'chat');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await expect(send).toBeDisabled();
    await message(page).fill('   ');
    await expect(send).toBeDisabled();
    await message(page).fill('x');
    await expect(send).toBeEnabled();
  });

  test('keeps the focus when the button is pressed, so that the keyboard stays up', async ({ page }) => {
    await open(page, 'chat');
    await message(page).fill('x');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(message(page)).toBeFocused();
  });

  test('grows to five lines and no further', async ({ page }) => {
    await open(page, 'chat');
    const height = async () => (await message(page).boundingBox())?.height ?? 0;
    const one = await height();
    await message(page).fill('1\n2\n3');
    const three = await height();
    await message(page).fill('1\n2\n3\n4\n5');
    const five = await height();
    await message(page).fill(Array.from({ length: 40 }, String).join('\n'));
    expect([one < three, three < five, await height()]).toEqual([true, true, five]);
  });

  test('keeps what is too long, and says so', async ({ page }) => {
    await open(page, 'chat');
    await message(page).fill('x'.repeat(4_001));
    await expect(page.getByText('Too long: 4000 characters at most')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
    await expect(message(page)).toHaveValue('x'.repeat(4_001));
  });

  test.describe('under a thumb', () => {
    test.use({ hasTouch: true, isMobile: true });

    test('breaks the line with Enter', async ({ page }) => {
      await open(page, 'chat');
      await message(page).pressSequentially('a');
      await message(page).press('Enter');
      await expect(message(page)).toHaveValue('a\n');
    });

    test('offers a failed message its three ways out, each large enough', async ({ page }) => {
      await open(page, 'chat-failed');
      for (const name of ['Retry', 'Edit', 'Delete']) {
        const box = await page.getByRole('log').getByRole('button', { name, exact: true }).boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      }
    });
  });
});

test.describe('states in words', () => {
  test('name each state of an own message', async ({ page }) => {
    await open(page, 'controls');
    for (const name of ['Waiting to be sent', 'Sending', 'Sent', 'Delivered', 'Seen', 'Not sent']) {
      await expect(page.getByText(name, { exact: true }).first()).toBeAttached();
    }
  });

  // Trouble that begins under one's eyes has its test beside strip-timing.ts: it is told when it lasts.
  test('a screen that opens without a network says so with its first frame', async ({ page }) => {
    await openWithClock(page, 'chats-offline');
    await expect(page.getByText('Offline – changes are saved on this device')).toBeVisible();
  });
});

test.describe('what opens over the page', () => {
  test('a sheet is a dialog with a name that Escape closes', async ({ page }) => {
    await open(page, 'sheet');
    const sheet = page.getByRole('dialog', { name: 'Message options' });
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  test('a dialog is read out with its body', async ({ page }) => {
    await open(page, 'dialog');
    await expect(page.getByRole('alertdialog', { name: 'Delete this message?' })).toHaveAccessibleDescription(
      'It was never sent, and no copy is kept.',
    );
  });

  test('a menu says which of its items is chosen', async ({ page }) => {
    await open(page, 'menu');
    await page.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('menuitem', { name: 'English' })).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('menuitem', { name: 'Filipino' })).not.toHaveAttribute(
      'aria-current',
      'true',
    );
  });
});

test.describe('navigation', () => {
  test('is a bar at the foot of a phone and a rail at the side of a desk', async ({ page }) => {
    await open(page, 'chats');
    const nav = page.getByRole('navigation', { name: 'Main' });
    expect(await nav.boundingBox()).toMatchObject({ x: 0, width: 390 });
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await nav.boundingBox()).toMatchObject({ x: 0, y: 0, height: 800 });
    await expect(nav.getByRole('link', { name: 'Chats' })).toHaveAttribute('aria-current', 'page');
  });

  test('gives its place to the conversation on a phone', async ({ page }) => {
    await open(page, 'chat');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  });
});
