/**
 * Pictures of every way in and out, and of an account's own screens, for `docs/screens`:
 *   node test/catalogue/shoot-account.ts [folder]
 * On phone and desktop; in light and English, in dark and Filipino.
 */
import { mkdir } from 'node:fs/promises';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { signedIn } from '../../protocol/index.ts';
import { openOidcProvider } from '../../server/testing/oidc-provider.ts';
import { freePort, startApp } from '../support/browser-app.ts';
import { settle } from '../support/browser-layout.ts';
import { resetLinkFor } from '../support/browser-mail.ts';
import { befriend, callAs, ownAddress, type Person, registerPerson } from '../support/browser-people.ts';
import { waitForShell } from '../support/browser-steps.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { openCameraBrowser, pictureOf } from '../support/fake-camera.ts';
import { openFrom, openOtherSite } from '../support/other-site.ts';

const folder = process.argv[2] ?? 'docs/screens';
await mkdir(folder, { recursive: true });

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const shapes = [
  {
    name: 'phone',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    userAgent: ANDROID,
  },
  {
    ...{ name: 'desktop', viewport: { width: 1_280, height: 800 }, isMobile: false, hasTouch: false },
    userAgent: WINDOWS,
  },
];
const looks = [
  { colorScheme: 'light', locale: 'en-US' },
  { colorScheme: 'dark', locale: 'fil-PH' },
] as const;

const port = await freePort();
const provider = await openOidcProvider([`http://127.0.0.1:${port}/api/v1/auth/oidc/callback`]);
const shop = await openOtherSite('localhost');
const stranger = await openOtherSite('localhost');
const app = await startApp({
  ...{ port, env: { ...provider.env, LOGIN_REQUEST_ORIGINS: shop.origin } },
});
const codeImage = (page: Page) => page.getByRole('img', { name: /QR code/ });

/** Another device of somebody, as its browser names itself. */
const signInWith = async ({ email, password }: Person, userAgent: string): Promise<string> => {
  const response = await fetch(`${app.origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...ownAddress() },
    body: JSON.stringify({ email, password }),
  });
  return signedIn.parse(await response.json()).data.accessToken;
};

type Round = { suffix: string; browser: Browser; options: Parameters<Browser['newContext']>[0] };

/** Takes pictures of one page after the other. */
const photographer = ({ suffix }: Round, page: Page) => ({
  shoot: async (screen: string): Promise<void> => {
    await settle(page);
    // With a palette a screen takes a third of the bytes, and everybody who clones the repository loads them.
    await sharp(await page.screenshot())
      .png({ palette: true })
      .toFile(`${folder}/${screen}-${suffix}.png`);
  },
  open: async (path: string): Promise<void> => {
    await page.goto(app.origin + path);
    await page.getByRole('heading', { level: 1 }).last().waitFor();
    await page.waitForLoadState('networkidle');
  },
});

const newContext = async (browser: Browser, { options }: Round): Promise<BrowserContext> => {
  const context = await browser.newContext({ ...options, extraHTTPHeaders: ownAddress() });
  context.setDefaultTimeout(15_000);
  return context;
};

const arrive = async (context: BrowserContext, who: Person): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${app.origin}/icons/tambay.svg`);
  await page.evaluate((token) => localStorage.setItem('ACCESS_TOKEN', token), who.token);
  return page;
};

/** A toast lies over what is to be seen for three seconds. */
const toastIsGone = async (page: Page): Promise<void> => {
  await page.waitForTimeout(500);
  await page
    .locator('[aria-label="Notices"] > *, [aria-label="Mga paalala"] > *')
    .first()
    .waitFor({ state: 'detached' });
};

/** Scenes that could not be shot: the others are, and the end says which are missing. */
const missing: string[] = [];
const scene = async (name: string, act: () => Promise<void>): Promise<void> => {
  await act().catch((error: unknown) => {
    missing.push(name);
    process.stderr.write(`${name}: ${String(error)}\n`);
  });
};

const inBrowser = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => sessionStorage.setItem('tambay.continueInBrowser', '1'));

/** What somebody sees who has not signed in. */
const shootVisitor = async (round: Round): Promise<void> => {
  const context = await newContext(round.browser, round);
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const page = await context.newPage();
  const { shoot, open } = photographer(round, page);
  const newPassword = page.locator('input[autocomplete=new-password]');
  const submit = page.locator('button[type=submit]');
  if (round.suffix.startsWith('phone')) {
    await scene('welcome', async () => {
      await open('/');
      await shoot('welcome');
    });
  }
  await inBrowser(context);
  await scene('sign-in', async () => {
    await open('/');
    await shoot('sign-in');
    await page.locator('input[autocomplete=username]').fill(ana.email);
    await page.locator('input[autocomplete=current-password]').fill('hindi ko na maalala');
    await submit.click();
    await page
      .getByText(/Wrong e-mail or password|Mali ang email o password/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await shoot('sign-in-refused');
  });
  await scene('register', async () => {
    await open('/register');
    await shoot('register');
    await submit.click();
    // The app takes the form over, with what was pressed.
    await page.locator('[aria-invalid=true]').first().waitFor();
    await shoot('register-errors');
    for (const [name, words] of [
      ['firstName', 'Ana'],
      ['lastName', 'Santos'],
      ['email', 'ana@example.com'],
    ] as const)
      await page.locator(`input[name=${name}]`).fill(words);
    await submit.click();
    await newPassword.first().fill('sampaguita sa tag-ulan');
    await page.getByText(/^(Strong|Matibay)$/).waitFor();
    await shoot('register-last-step');
  });
  await scene('forgot-password', async () => {
    await open('/forgot-password');
    await shoot('forgot-password');
    // Answered like anybody's, and shorter than the address that a test makes up.
    await page.locator('input').fill('ana@example.com');
    await submit.click();
    await page.getByText('ana@example.com').waitFor();
    await toastIsGone(page);
    await shoot('forgot-password-sent');
    await callAs(app.origin, ana, 'POST', '/auth/forgot-password', undefined, { email: ana.email });
  });
  await scene('reset-password', async () => {
    const link = await resetLinkFor(app.dataDir, ana.email);
    await page.goto(link);
    await newPassword.first().fill('kakanin sa ilalim ng kawayan');
    await page.getByText(/^(Strong|Matibay)$/).waitFor();
    await shoot('reset-password');
    // Used meanwhile, on another device.
    await fetch(`${app.origin}/api/v1/auth/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${link.split('=').at(-1)}` },
      body: JSON.stringify({ newPassword: 'tag-ulan na naman', confirmPassword: 'tag-ulan na naman' }),
    });
    await newPassword.last().fill('kakanin sa ilalim ng kawayan');
    await submit.click();
    await page.getByRole('heading', { name: /used already|Nagamit na/ }).waitFor();
    await shoot('reset-password-used');
  });
  await scene('qr-login', async () => {
    await open('/qr-login');
    await codeImage(page).locator('path').waitFor();
    await shoot('qr-login');
  });
  await scene('not-found', async () => {
    await open('/nothing-here');
    await shoot('not-found');
  });
  await context.close();
};

/** What a member sees of their own account. */
const shootMember = async (round: Round): Promise<void> => {
  const context = await newContext(round.browser, round);
  await inBrowser(context);
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  const token = await signInWith(ana, round.options?.userAgent ?? ANDROID);
  const me = { ...ana, token };
  await callAs(app.origin, me, 'DELETE', '/auth/sessions');
  await signInWith(ana, IPAD);
  await signInWith(ana, LINUX);
  const page = await arrive(context, me);
  const { shoot, open } = photographer(round, page);
  const currentPassword = page.locator('input[autocomplete=current-password]');
  const submit = page.locator('button[type=submit]');
  await open('/profile');
  await waitForShell(page);
  for (const [screen, path] of [
    ['settings', '/profile/settings'],
    ['settings-account', '/profile/settings/account'],
    ['settings-notifications', '/profile/settings/notifications'],
    ['settings-appearance', '/profile/settings/appearance'],
    ['settings-storage', '/profile/settings/storage'],
    ['settings-help', '/profile/settings/help'],
    ['change-password', '/profile/change-password'],
    ['language', '/profile/change-language'],
    ['devices', '/profile/devices'],
    ['account', '/profile/account'],
    ['connect-provider', '/profile/sign-in-provider'],
    ['add-device', '/profile/add-device'],
  ] as const) {
    await scene(screen, async () => {
      await open(path);
      await shoot(screen);
    });
  }
  await scene('add-device-code', async () => {
    await currentPassword.fill(ana.password);
    await submit.click();
    await codeImage(page).locator('path').waitFor();
    await shoot('add-device-code');
  });
  await scene('delete-account', async () => {
    await open('/profile/account');
    await currentPassword.fill(ana.password);
    await submit.click();
    await page.getByRole('alertdialog').waitFor();
    await shoot('delete-account');
    await page.keyboard.press('Escape');
  });
  await scene('sites', () => shootSites(round, context, page));
  await scene('sign-out-unsent', async () => {
    await open(`/chats/${ben.uniqueCode}`);
    await context.setOffline(true);
    await page.locator('textarea').last().fill('Mamaya na lang, wala akong signal');
    await page.getByRole('button', { name: /^(Send|Ipadala)$/ }).click();
    await page.getByRole('log').getByText('Mamaya na lang, wala akong signal').waitFor();
    await open('/profile');
    await page.getByRole('button', { name: /^(Sign out|Mag-sign out)$/ }).click();
    await page.getByRole('alertdialog').waitFor();
    await shoot('sign-out-unsent');
    await page.keyboard.press('Escape');
  });
  await scene('signed-out', async () => {
    await callAs(app.origin, me, 'POST', '/auth/logout');
    await context.setOffline(false);
    await page.locator('input[autocomplete=username]').waitFor();
    await toastIsGone(page);
    await shoot('signed-out');
  });
  await context.close();
};

/** A site asks for a sign-in, one that may and one that may not. */
const shootSites = async (round: Round, context: BrowserContext, page: Page): Promise<void> => {
  const { shoot, open } = photographer(round, page);
  const site = await context.newPage();
  const askFrom = async (origin: string): Promise<Page> => {
    await site.goto(origin);
    return openFrom(site, `${app.origin}/?loginRequestFrom=${encodeURIComponent(origin)}`);
  };
  const refused = await askFrom(stranger.origin);
  await refused.getByText(/not allowed to sign in|Hindi puwedeng mag-sign in/).waitFor();
  await photographer(round, refused).shoot('site-refused');
  await refused.close();
  const popup = await askFrom(shop.origin);
  const allow = popup.getByRole('button', { name: /^(Allow|Payagan)$/ });
  await allow.waitFor();
  await photographer(round, popup).shoot('site-consent');
  const closed = popup.waitForEvent('close');
  await allow.click();
  await closed;
  await site.close();
  await open('/profile/connected-sites');
  await page.getByRole('listitem').first().waitFor();
  await shoot('connected-sites');
};

/** A device in the hand looks at the code of one that wants in. */
const shootScan = async (round: Round): Promise<void> => {
  const laptop = await round.browser.newContext({ userAgent: WINDOWS, extraHTTPHeaders: ownAddress() });
  const shown = await laptop.newPage();
  await shown.goto(`${app.origin}/qr-login`);
  const picture = await pictureOf(codeImage(shown));
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const camera = await openCameraBrowser(picture);
  const context = await newContext(camera.browser, round);
  await inBrowser(context);
  const page = await arrive(context, ana);
  await page.goto(`${app.origin}/profile/scan`);
  await page.getByText('Windows', { exact: true }).waitFor();
  await photographer(round, page).shoot('approve-sign-in');
  await laptop.close();
  await camera.close();

  // A code of another app stays under the lens.
  const other = await openCameraBrowser(await posterOf());
  const looking = await newContext(other.browser, round);
  await inBrowser(looking);
  const scanning = await arrive(looking, ana);
  await scanning.goto(`${app.origin}/profile/scan`);
  await scanning.getByRole('button', { name: /^(Scan again|I-scan ulit)$/ }).waitFor();
  await photographer(round, scanning).shoot('scan-foreign');
  await other.close();
};

/** A code that leads elsewhere, as it hangs on walls. */
const posterOf = async (): Promise<Buffer> => {
  const { toBuffer } = await import('qrcode');
  return toBuffer('https://example.com/menu', { scale: 10 });
};

const browser = await chromium.launch(chromiumLaunch);
try {
  for (const { name, ...shape } of shapes) {
    for (const look of looks) {
      const round = { suffix: `${name}-${look.colorScheme}`, browser, options: { ...shape, ...look } };
      await scene(`visitor ${round.suffix}`, () => shootVisitor(round));
      await scene(`member ${round.suffix}`, () => shootMember(round));
      await scene(`scan ${round.suffix}`, () => shootScan(round));
    }
  }
} finally {
  await browser.close();
  await app.dispose();
  await Promise.all([provider.close(), shop.close(), stranger.close()]);
}
if (missing.length > 0) throw new Error(`Not shot: ${missing.join(', ')}`);
