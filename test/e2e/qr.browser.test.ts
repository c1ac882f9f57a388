import { mkdir } from 'node:fs/promises';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { create } from 'qrcode';
import sharp from 'sharp';
import { formatUniqueCode } from '../../protocol/index.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { findBarriers, findSmallTargets } from '../support/browser-layout.ts';
import { newestMailTo } from '../support/browser-mail.ts';
import { ownAddress, type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, waitForShell } from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';
import { type CameraBrowser, openCameraBrowser, pictureOf } from '../support/fake-camera.ts';
import { test } from '../support/story.ts';

/** Sign-in by QR code, both ways, with the decoder that the app brings and a camera that looks at what was drawn. */

const folder = 'test-results/screens';
// Not `isMobile`: a mobile browser meets the welcome screen first (install.browser.test.ts).
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;

let app: RunningApp;
test.beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  app = await startApp();
});
test.afterAll(async () => {
  await app?.dispose();
});
// A browser without a window calls itself HeadlessChrome, which is none that people know.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
});

// Each story comes from an address of its own: one may ask for ten codes at once, and one story takes seven.
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()));

const open: CameraBrowser[] = [];
test.afterEach(async () => {
  for (const camera of open.splice(0)) await camera.close();
});

/** A phone whose camera looks at a picture. */
const phoneLookingAt = async (
  picture: Buffer,
  options?: Parameters<typeof openCameraBrowser>[1],
): Promise<BrowserContext> => {
  const camera = await openCameraBrowser(picture, options);
  open.push(camera);
  return camera.browser.newContext({ ...PHONE, locale: 'en-US', extraHTTPHeaders: ownAddress() });
};

type Colour = readonly [red: number, green: number, blue: number];

/** A code with any text in it, as a poster would carry it. */
const posterOf = async (
  text: string,
  ink: Colour = [0, 0, 0],
  paper: Colour = [255, 255, 255],
): Promise<Buffer> => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const quiet = 4;
  const side = modules.size + 2 * quiet;
  const pixels = Buffer.alloc(3 * side * side, Buffer.from(paper));
  for (let y = 0; y < modules.size; y += 1)
    for (let x = 0; x < modules.size; x += 1)
      if (modules.get(y, x)) pixels.set(ink, 3 * ((y + quiet) * side + x + quiet));
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .resize(side * 10, side * 10, { kernel: 'nearest' })
    .png()
    .toBuffer();
};

const member = (name: string): Promise<Person> => registerPerson(app.origin, name, 'Reyes');
const token = (page: Page) => page.evaluate(() => localStorage.getItem('ACCESS_TOKEN'));
const signInCode = (page: Page) => page.getByRole('img', { name: 'QR code to sign in' });

const showCode = async (page: Page): Promise<{ picture: Buffer; number: string }> => {
  await page.goto(app.origin);
  await page.getByRole('link', { name: 'Scan to sign in' }).click();
  await expect(page).toHaveURL(`${app.origin}/qr-login`);
  const picture = await pictureOf(signInCode(page));
  return { picture, number: await readNumber(page) };
};
const readNumber = async (page: Page): Promise<string> => {
  const label = page.getByText('Pick this number on the other device');
  await expect(label).toBeVisible();
  const number = page.getByText(/^\d\d$/);
  return (await number.textContent()) ?? '';
};
const typedId = async (page: Page): Promise<string> => {
  const text = page.getByText(/^(\w{5}-){5}\w$/);
  return ((await text.textContent()) ?? '').replaceAll('-', '');
};
/** What every state of these screens has to bear. */
const judge = async (page: Page, name: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-phone-${colorScheme}-en-US.png` });
    expect(await findBarriers(page), name).toEqual([]);
  }
  expect(await findSmallTargets(page), name).toEqual([]);
};

test.describe('a new device shows a code', () => {
  test('and is let in by the member who scans it, sees who asks, and picks its number', async ({ page }) => {
    const ana = await member('Ana');
    const { picture, number } = await showCode(page);
    await judge(page, 'qr-login');

    const context = await phoneLookingAt(picture);
    const complaints = await watchComplaints(context);
    const phone = await context.newPage();
    await arriveSignedIn(phone, app.origin, ana, '/profile');
    await phone.getByRole('link', { name: 'Scan a QR code' }).click();
    await expect(phone).toHaveURL(`${app.origin}/profile/scan`);
    await expect(phone.getByText('Which number does it show?')).toBeVisible();
    await expect(phone.getByText('Linux', { exact: true })).toBeVisible();
    await expect(phone.getByText('Chrome', { exact: true })).toBeVisible();
    await expect(phone.getByText(/^10(\.\d+){3}$/)).toBeVisible();
    await judge(phone, 'approve');
    await expect(page.getByText('Waiting for your confirmation on the other device')).toBeVisible();

    // By keyboard, as everything.
    await phone.getByRole('button', { name: number, exact: true }).press('Enter');
    await expect(phone.getByText('The device is signed in')).toBeVisible();
    await judge(phone, 'approved');
    await expect(page).toHaveURL(`${app.origin}/profile/messages`);
    await page.goto(`${app.origin}/profile`);
    await expect(page.getByText('Authenticated')).toBeVisible();

    const [here, there] = [await token(page), await token(phone)];
    expect(here).not.toBeNull();
    expect(here).not.toBe(there);
    await phone.getByRole('link', { name: 'See your devices' }).click();
    await expect(phone.getByText('Chrome on Linux')).toHaveCount(1);
    await expect(async () => {
      expect(await newestMailTo(app.dataDir, ana.email)).toContain('New sign-in to your Tambay account');
    }).toPass({ timeout: 30_000 });
    expect(complaints.all()).toEqual([]);
  });

  test('and stays out when another number is picked, or the member says no', async ({ page }) => {
    const ana = await member('Ana');
    const { picture, number } = await showCode(page);
    const phone = await (await phoneLookingAt(picture)).newPage();
    await arriveSignedIn(phone, app.origin, ana, '/profile/scan');
    const choices = phone.getByRole('button', { name: /^\d\d$/ });
    await expect(choices).toHaveCount(3);
    const wrong = (await choices.allTextContents()).find((each) => each !== number) ?? '';
    await phone.getByRole('button', { name: wrong, exact: true }).click();
    await expect(phone.getByText('Wrong number')).toBeVisible();
    await expect(page.getByText('The sign-in was refused')).toBeVisible();

    await page.getByRole('button', { name: 'Show a new code' }).click();
    await signInCode(page).waitFor();
    // The camera still looks at the first code: it is dead, and the newest one is typed.
    await phone.getByRole('button', { name: 'Scan again' }).click();
    await expect(phone.getByText('The code was used already')).toBeVisible();
    await page.getByText('Show the code as text').click();
    const id = await typedId(page);
    await phone.goto(`${app.origin}/profile/scan#q=${id}`);
    await expect(phone.getByText('Which number does it show?')).toBeVisible();
    expect(phone.url()).toBe(`${app.origin}/profile/scan`);
    await phone.getByRole('button', { name: 'It is not me: refuse' }).click();
    await expect(phone.getByText('Nobody was signed in.')).toBeVisible();
    await expect(page.getByText('The sign-in was refused')).toBeVisible();
    expect(await token(page)).toBeNull();
  });

  test('and a phone that opens it before signing in keeps it through the sign-in', async ({
    page,
    browser,
  }) => {
    const ana = await member('Ana');
    const { number } = await showCode(page);
    await page.getByText('Show the code as text').click();
    const id = await typedId(page);
    const phone = await (
      await browser.newContext({ ...PHONE, locale: 'en-US', extraHTTPHeaders: ownAddress() })
    ).newPage();
    await phone.goto(`${app.origin}/profile/scan#q=${id}`);
    await expect(phone.getByText('Sign in here first. Then you can let the other device in.')).toBeVisible();
    expect(phone.url()).not.toContain(id);
    await phone.getByLabel('Email').fill(ana.email);
    await phone.getByLabel('Password', { exact: true }).fill(ana.password);
    await phone.getByRole('button', { name: 'Login with credentials' }).click();
    await expect(phone).toHaveURL(`${app.origin}/profile/scan`);
    await phone.getByRole('button', { name: number, exact: true }).click();
    await expect(page).toHaveURL(`${app.origin}/profile/messages`);
    await phone.context().close();
  });

  test('that renews itself five times, and then waits for a hand', async ({ page }) => {
    await page.goto(`${app.origin}/qr-login`);
    await page.getByText('Show the code as text').click();
    const seen = new Set<string>();
    for (let shown = 1; shown <= 6; shown += 1) {
      await expect(async () => expect(seen.has(await typedId(page))).toBe(false)).toPass();
      const id = await typedId(page);
      seen.add(id);
      // Ends it before its minute: somebody asks who has only seen the code.
      const burnt = await fetch(`${app.origin}/api/v1/auth/qr/sessions/${id}/poll`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pollSecret: 'A'.repeat(43) }),
      });
      expect(burnt.status).toBe(410);
    }
    await expect(page.getByText('The code has expired')).toBeVisible();
    await page.getByRole('button', { name: 'Show a new code' }).click();
    await expect(signInCode(page)).toBeVisible();
  });
});

test('a new device scans the code of the app, after the password, and waits for the confirmation', async ({
  browser,
}) => {
  const ana = await member('Ana');
  const context = await browser.newContext({ ...PHONE, extraHTTPHeaders: ownAddress() });
  const phone = await context.newPage();
  await arriveSignedIn(phone, app.origin, ana, '/profile/devices');
  await phone.getByRole('link', { name: 'Show a code to a new device' }).click();
  await phone.getByLabel('Current password').fill('not my password');
  await phone.getByRole('button', { name: 'Show the code' }).click();
  await expect(phone.getByLabel('Current password')).toHaveAccessibleDescription(
    'That is not your current password',
  );
  await expect(phone.getByRole('alert')).toHaveCount(0);
  await judge(phone, 'add-device');
  await phone.getByLabel('Current password').fill(ana.password);
  await phone.getByRole('button', { name: 'Show the code' }).click();
  const picture = await pictureOf(signInCode(phone));
  await judge(phone, 'add-device-code');

  const fresh = await phoneLookingAt(picture);
  const complaints = await watchComplaints(fresh);
  const page = await fresh.newPage();
  await page.goto(app.origin);
  await page.getByRole('link', { name: 'Scan to sign in' }).click();
  await page.getByRole('button', { name: 'Scan a QR code from the App' }).click();
  const number = await readNumber(page);
  await page.screenshot({ path: `${folder}/qr-login-number-phone-light-en-US.png` });
  await phone.getByRole('button', { name: number, exact: true }).click();
  await expect(phone.getByText('The device is signed in')).toBeVisible();
  await expect(page).toHaveURL(`${app.origin}/profile/messages`);
  expect(await token(page)).not.toBe(await token(phone));
  expect(complaints.all()).toEqual([]);
  await context.close();
});

test('a code that leads elsewhere is shown and never opened; picture and keyboard do as well as the camera', async () => {
  const [ana, ben] = [await member('Ana'), await member('Ben')];
  // One of the codes that the reader does not find while they stand straight.
  const elsewhere = 'https://evil.example/login?next=tambay&n=167';
  const context = await phoneLookingAt(await posterOf(elsewhere));
  const phone = await context.newPage();
  await arriveSignedIn(phone, app.origin, ana, '/profile/scan');
  await expect(phone.getByText('Not a code from this app')).toBeVisible();
  await expect(phone.getByText(elsewhere)).toBeVisible();
  expect(phone.url()).toBe(`${app.origin}/profile/scan`);
  await judge(phone, 'scan-foreign');
  await phone.getByRole('button', { name: 'Scan again' }).click();
  await expect(phone.getByText('Not a code from this app')).toBeVisible();
  await phone.getByRole('button', { name: 'Scan again' }).click();
  // The first letters are Cyrillic.
  const lookAlike = {
    name: 'code.png',
    mimeType: 'image/png',
    buffer: await posterOf('https://\u0440\u0430ypal.com/bayad'),
  };
  await phone.getByLabel('Picture from the gallery').and(phone.locator('input')).setInputFiles(lookAlike);
  await expect(phone.getByText('https://xn--ypal-43d9g.com/bayad')).toBeVisible();

  const typed = phone.getByLabel('Or type the code');
  await typed.fill('javascript:alert(1)');
  await typed.press('Enter');
  await expect(typed).toHaveAccessibleDescription('Not a code from this app');
  await typed.fill(formatUniqueCode(ben.uniqueCode).toLowerCase());
  await typed.press('Enter');
  await expect(phone).toHaveURL(/\/profile\/add-friend/);
  await expect(phone.getByLabel('Friend code')).toHaveValue(formatUniqueCode(ben.uniqueCode));

  await phone.getByRole('link', { name: 'Scan a code' }).click();
  const gallery = phone.getByLabel('Picture from the gallery').and(phone.locator('input'));
  await gallery.setInputFiles({
    name: 'code.png',
    mimeType: 'image/png',
    buffer: await posterOf(`${app.origin}/users/${ben.uniqueCode}`),
  });
  await expect(phone.getByLabel('Friend code')).toHaveValue(formatUniqueCode(ben.uniqueCode));
});

test('the camera reads a code of two colours that are equally bright', async () => {
  const [ana, ben] = [await member('Ana'), await member('Ben')];
  const context = await phoneLookingAt(
    await posterOf(`${app.origin}/users/${ben.uniqueCode}`, [200, 0, 0], [0, 102, 0]),
  );
  const phone = await context.newPage();
  await arriveSignedIn(phone, app.origin, ana, '/profile/scan');
  await expect(phone.getByLabel('Friend code')).toHaveValue(formatUniqueCode(ben.uniqueCode));
});

test('the light is there where the camera has one, and the browser’s own reader reads where there is one', async () => {
  const [ana, ben] = [await member('Ana'), await member('Ben')];
  const context = await phoneLookingAt(await posterOf('anything'));
  // No camera here has a light, and Chromium has no reader on Linux: what they would answer.
  await context.addInitScript((text) => {
    const lights: unknown[] = [];
    const own = MediaStreamTrack.prototype.getCapabilities;
    Object.assign(MediaStreamTrack.prototype, {
      getCapabilities(this: MediaStreamTrack) {
        return { ...own.call(this), torch: true };
      },
      applyConstraints: async (constraints: unknown) => void lights.push(constraints),
    });
    class Reader {
      async detect() {
        return lights.length < 2 ? [] : [{ rawValue: text }];
      }
    }
    const BarcodeDetector = Object.assign(Reader, { getSupportedFormats: async () => ['qr_code'] });
    Object.assign(window, { lights, BarcodeDetector });
  }, `${app.origin}/users/${ben.uniqueCode}`);
  const phone = await context.newPage();
  const workers: string[] = [];
  phone.on('worker', (worker) => workers.push(worker.url()));
  await arriveSignedIn(phone, app.origin, ana, '/profile/scan');
  const torch = phone.getByRole('button', { name: 'Torch' });
  await torch.click();
  await expect(torch).toHaveAttribute('aria-pressed', 'true');
  await torch.click();
  // Off again, and the reader sees the code.
  await expect(phone.getByLabel('Friend code')).toHaveValue(formatUniqueCode(ben.uniqueCode));
  expect(await phone.evaluate(() => Reflect.get(window, 'lights'))).toEqual([
    { advanced: [{ torch: true }] },
    { advanced: [{ torch: false }] },
  ]);
  expect(workers.filter((url) => url.includes('qr-worker'))).toEqual([]);
});

test('a camera that is refused, or whose question is closed, leaves picture and keyboard', async () => {
  const ana = await member('Ana');
  const context = await phoneLookingAt(await posterOf('anything'), { asks: true });
  const phone = await context.newPage();
  const set = async (setting: 'denied' | 'prompt' | 'granted') => {
    const devTools = await phone.context().browser()?.newBrowserCDPSession();
    const { targetInfos } = (await devTools?.send('Target.getTargets')) ?? { targetInfos: [] };
    const browserContextId = targetInfos.find(({ type }) => type === 'page')?.browserContextId;
    await devTools?.send('Browser.setPermission', {
      permission: { name: 'camera' },
      setting,
      origin: app.origin,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    });
  };
  await set('denied');
  await arriveSignedIn(phone, app.origin, ana, '/profile/scan');
  await expect(phone.getByText('Permission denied')).toBeVisible();
  await judge(phone, 'scan-denied');
  await set('prompt');
  await phone.getByRole('button', { name: 'Try again' }).click();
  await expect(phone.getByText('Permission dismissed')).toBeVisible();
  await expect(phone.getByLabel('Or type the code')).toBeVisible();
  await set('granted');
  await phone.getByRole('button', { name: 'Try again' }).click();
  await expect(phone.getByText('Not a code from this app')).toBeVisible();
});

test('two phones without a network become friends by scanning each other: crossed requests are one friendship', async ({
  browser,
}) => {
  const [ana, ben] = [await member('Ana'), await member('Ben')];
  const codeOf = async (person: Person): Promise<Buffer> => {
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    await arriveSignedIn(page, app.origin, person, '/profile/add-friend');
    const picture = await pictureOf(page.locator('svg[role=img]').first());
    await context.close();
    return picture;
  };
  const [codeOfAna, codeOfBen] = [await codeOf(ana), await codeOf(ben)];
  const phones: BrowserContext[] = [];
  for (const [person, sees, name] of [
    [ana, codeOfBen, ben.uniqueCode],
    [ben, codeOfAna, ana.uniqueCode],
  ] as const) {
    const context = await phoneLookingAt(sees);
    const phone = await context.newPage();
    await arriveSignedIn(phone, app.origin, person, '/profile/add-friend');
    await waitForShell(phone);
    await expect(async () => {
      expect(await phone.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    }).toPass();
    await context.setOffline(true);
    await phone.getByRole('link', { name: 'Scan a code' }).click();
    await expect(phone.getByLabel('Friend code')).toHaveValue(formatUniqueCode(name));
    const notice = phone.getByText('The request is saved and sent when there is a signal.').waitFor();
    await phone.getByRole('button', { name: 'Send request' }).click();
    await notice;
    phones.push(context);
  }
  for (const context of phones) await context.setOffline(false);
  for (const [context, other] of [
    [phones[0], 'Ben Reyes'],
    [phones[1], 'Ana Reyes'],
  ] as const) {
    const [phone] = context?.pages() ?? [];
    if (!phone) throw new Error('The phone has its page open');
    await phone.goto(`${app.origin}/profile/friends`);
    await expect(phone.getByRole('link', { name: other })).toHaveCount(1);
  }
  const friends = await fetch(`${app.origin}/api/v1/users/friends`, {
    headers: { authorization: `Bearer ${ana.token}` },
  });
  expect((await friends.json()).data).toHaveLength(1);
});
