import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { z } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, waitForShell } from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { test } from '../support/story.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const emailField = (page: Page) => page.getByLabel('Email');
const onward = (page: Page) => page.getByRole('link', { name: 'Continue using browser' });

const picture = { src: z.string(), sizes: z.string(), type: z.string() };
const inFilipino = z.object({ fil: z.string() });
/** Every member that the issue names, each as the browser reads it. */
const manifestShape = z.object({
  id: z.literal('/'),
  name: z.literal('Tambay'),
  name_localized: inFilipino,
  description_localized: inFilipino,
  lang: z.literal('en-US'),
  display: z.literal('standalone'),
  display_override: z.array(z.string()),
  icons: z.array(z.object({ ...picture, purpose: z.string() })),
  screenshots: z.array(z.object({ ...picture, form_factor: z.string(), label: z.string() })),
  shortcuts: z.array(z.object({ name: z.string(), name_localized: inFilipino, url: z.string() })),
  launch_handler: z.object({ client_mode: z.array(z.string()) }),
  handle_links: z.literal('preferred'),
  protocol_handlers: z.array(
    z.object({ protocol: z.literal('web+tambay'), url: z.literal('/profile/add-friend?code=%s') }),
  ),
  share_target: z.object({
    action: z.literal('/share'),
    method: z.literal('POST'),
    enctype: z.literal('multipart/form-data'),
    params: z.object({
      title: z.string(),
      text: z.string(),
      url: z.string(),
      files: z.array(z.object({ name: z.literal('files'), accept: z.array(z.string()) })),
    }),
  }),
});

let app: RunningApp;
test.beforeAll(({ app: shared }) => {
  app = shared;
});

test('the browser finds nothing that stands against installing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tambay-install-'));
  const context = await chromium.launchPersistentContext(folder, chromiumLaunch);
  try {
    const page = await context.newPage();
    await page.goto(app.origin);
    await waitForShell(page);
    const cdp = await context.newCDPSession(page);
    const { errors, url } = await cdp.send('Page.getAppManifest');
    expect({ errors, url }).toEqual({ errors: [], url: `${app.origin}/manifest.webmanifest` });
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const manifest = manifestShape.parse(await (await fetch(url)).json());
    for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
      const answer = await fetch(app.origin + src);
      const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata();
      expect({ src, status: answer.status, type: answer.headers.get('content-type') }).toEqual({
        src,
        status: 200,
        type,
      });
      if (format !== 'svg') expect({ src, sizes }).toEqual({ src, sizes: `${width}x${height}` });
    }
    expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(
      new Set(['any', 'maskable', 'monochrome']),
    );
    expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(
      new Set(['narrow', 'wide']),
    );
    expect(manifest.shortcuts.map((one) => one.url)).toEqual([
      '/posts/create',
      '/profile/messages',
      '/profile/scan',
      '/profile/outbox',
    ]);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('on a mobile browser the welcome screen comes first, once per browser session', async ({ browser }) => {
  const context = await browser.newContext({ ...phone, userAgent: ANDROID });
  const complaints = await watchComplaints(context);
  const page = await context.newPage();
  await page.goto(app.origin);
  await expect(page.getByRole('heading', { name: 'Tambay' })).toBeVisible();
  await expect(page.getByText('Open the app if you already installed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Install' })).toBeHidden();
  await expect(emailField(page)).toBeHidden();

  // The browser's own prompt: headless Chromium offers none by itself. No browser offers one before it knows a manifest.
  await expect(page.locator('link[rel="manifest"]')).toBeAttached();
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.documentElement.dataset['prompted'] = 'yes';
      },
      userChoice: Promise.resolve({ outcome: 'dismissed' }),
    });
    window.dispatchEvent(offer);
  });
  await expect(page.getByText('Open the app if you already installed')).toBeHidden();
  await page.getByRole('button', { name: 'Install' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-prompted', 'yes');
  await expect(page.getByText('Open the app if you already installed')).toBeVisible();

  // What it does: it says how, and opens the address that the system may give to the app, in a window of its own.
  const installed = page.getByText('Open the app if you already installed');
  const way = page.getByRole('link', { name: 'Try to open it from here' });
  await expect(way).toBeHidden();
  await installed.click();
  const opened = context.waitForEvent('page');
  await way.click();
  const handed = await opened;
  await expect(handed).toHaveURL(`${app.origin}/`);
  expect(await handed.evaluate(() => window.opener === null)).toBe(true);
  await handed.close();

  await onward(page).click();
  await expect(emailField(page)).toBeVisible();
  // It stays after the choice.
  await expect(installed).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toContain('tambay.continueInBrowser');
  await page.reload();
  await expect(emailField(page)).toBeVisible();
  expect(complaints.all()).toEqual([]);
  await context.close();

  // A new browser session is asked again; on an iPhone the steps stand there.
  const iphone = await browser.newContext({ ...phone, userAgent: IPHONE });
  const other = await iphone.newPage();
  await other.goto(`${app.origin}/register`);
  await expect(other.getByText('Choose “Add to Home Screen”')).toBeVisible();
  await onward(other).click();
  await expect(other.getByLabel('First name')).toBeVisible();
  await iphone.close();
});

test('neither a private window nor a desk is welcomed: nothing can be installed there, or need not be', async ({
  browser,
  page,
}) => {
  const context = await browser.newContext({ ...phone, userAgent: ANDROID });
  // What Safari and Firefox do in a private window.
  await context.addInitScript(() => {
    navigator.storage.getDirectory = () => Promise.reject(new DOMException('private', 'SecurityError'));
  });
  const hidden = await context.newPage();
  await hidden.goto(app.origin);
  await expect(emailField(hidden)).toBeVisible();
  await context.close();

  await page.goto(app.origin);
  await expect(emailField(page)).toBeVisible();
  await expect(page.getByText('Open the app if you already installed')).toBeVisible();
  await page.getByRole('button', { name: 'Continue using browser' }).click();
  await expect(page.getByRole('button', { name: 'Continue using browser' })).toHaveCount(0);
  await expect(page.getByText('Open the app if you already installed')).toBeVisible();
});

test('a link with a friend’s code opens the app with the code in its field', async ({ page }) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await arriveSignedIn(page, app.origin, ana);
  // What the browser makes of the manifest's protocol handler.
  for (const link of [`web+tambay:${ben.uniqueCode}`, `web+tambay://${ben.uniqueCode.toLowerCase()}`]) {
    await page.goto(`${app.origin}/profile/add-friend?code=${encodeURIComponent(link)}`);
    await expect
      .poll(async () => (await page.getByLabel('Friend code').inputValue()).replaceAll('-', '').toUpperCase())
      .toBe(ben.uniqueCode);
  }
  await page.goto(
    `${app.origin}/profile/add-friend?code=${encodeURIComponent('web+tambay:javascript:alert(1)')}`,
  );
  await expect(page.getByLabel('Friend code')).toHaveValue('');
});

test('a link with a friend’s code waits until the member has signed in', async ({ page }) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  const link = encodeURIComponent(`web+tambay:${ben.uniqueCode}`);
  await page.goto(`${app.origin}/profile/add-friend?code=${link}&next=https://evil.test`);
  await emailField(page).fill(ana.email);
  await page.getByLabel('Password', { exact: true }).fill(ana.password);
  await page.getByRole('button', { name: 'Login with credentials' }).click();
  await expect(page).toHaveURL(`${app.origin}/profile/add-friend?code=${ben.uniqueCode}`);
  await expect
    .poll(async () => (await page.getByLabel('Friend code').inputValue()).replaceAll('-', ''))
    .toBe(ben.uniqueCode);
});
