/**
 * Pictures of the screens of posts over a small believable feed, for `docs/screens`:
 *   node test/catalogue/shoot-posts.ts [folder]
 */
import { mkdir } from 'node:fs/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startApp } from '../support/browser-app.ts';
import { settle } from '../support/browser-layout.ts';
import { callAs } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { waitForShell } from '../support/browser-steps.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { settleNeighbourhood } from './posts-community.ts';

const folder = process.argv[2] ?? 'docs/screens';
const app = await startApp();
const { ana, ben, market } = await settleNeighbourhood(app.origin);

await mkdir(folder, { recursive: true });
const browser = await chromium.launch(chromiumLaunch);
const shapes = [
  { name: 'phone', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  { name: 'desktop', viewport: { width: 1_280, height: 800 }, isMobile: false, hasTouch: false },
];
const looks = [
  ['light', 'en-US'],
  ['dark', 'fil'],
] as const;
const camera = async (name: string, color: string) => ({
  ...(await photoFile(name, color)),
  buffer: await sharp({ create: { width: 1_200, height: 900, channels: 3, background: color } })
    .jpeg()
    .toBuffer(),
});

/** A crowded machine takes longer to bring the rest of the app than a test would wait. */
async function shellIsHeld(page: Page): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await waitForShell(page);
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}

async function shootRound(context: BrowserContext, suffix: string): Promise<void> {
  const page = await context.newPage();
  const shoot = async (screen: string): Promise<void> => {
    await settle(page);
    await page.screenshot({ path: `${folder}/${screen}-${suffix}.png` });
  };
  const open = async (path: string): Promise<void> => {
    await page.goto(app.origin + path);
    await page.getByRole('heading', { level: 1 }).last().waitFor();
    await page.waitForLoadState('networkidle');
  };
  const press = (name: RegExp) => page.getByRole('button', { name }).first().click();
  const words = page.getByRole('textbox').first();
  await page.goto(`${app.origin}/icons/tambay.svg`);
  await page.evaluate((token) => localStorage.setItem('ACCESS_TOKEN', token), ana.token);
  await open('/posts');
  await page.getByRole('article').first().waitFor();
  await shellIsHeld(page);
  await shoot('posts');
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^(Post options|Mga opsyon)/ })
    .click();
  await page.getByRole('dialog').waitFor();
  await shoot('post-options');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await open(`/posts/${market}`);
  await page.getByText('Aling Nena').waitFor();
  await shoot('post');
  await page.getByRole('button', { name: 'Hanay ng mga tindahan' }).click();
  await page.getByRole('dialog').locator('img').waitFor();
  await page.waitForLoadState('networkidle');
  await shoot('post-picture');
  await page.keyboard.press('Escape');

  await open('/posts/create');
  await words.fill(
    'Nakita ko ang Ana Santos sa listahan ng mga pumasa! Maraming salamat sa lahat ng nagdasal.',
  );
  await attach(page, [await camera('a.jpg', '#d97b4f'), await camera('b.jpg', '#3f7d6b')]);
  await page
    .getByRole('list', { name: /Attachments|kalakip/i })
    .locator('img')
    .nth(1)
    .waitFor();
  await shoot('post-create');
  await page
    .getByText(/^(Post anonymously|Mag-post nang walang pangalan|.*walang pangalan)$/)
    .first()
    .click();
  await press(/^(Post|I-post)$/);
  await page.getByRole('alertdialog').waitFor();
  await shoot('post-anonymity');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  await press(/^(Preview)/);
  await page.getByRole('dialog').waitFor();
  await shoot('post-preview');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(600);
  // A passage that went: it can be brought back.
  await words.fill('Pumasa ako!');
  await page.waitForTimeout(600);
  await open('/posts/drafts');
  await page.getByText('Pumasa ako!').waitFor();
  await shoot('post-drafts');
  await page
    .getByRole('link', { name: /^(Edit|I-edit)$/ })
    .first()
    .click();
  await press(/^(Earlier version|Naunang bersyon)/);
  await page.getByRole('dialog').waitFor();
  await shoot('post-versions');
  await page.keyboard.press('Escape');

  // One in the bin, and one more on the feed for the pill.
  const answer = await fetch(`${app.origin}/api/v1/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'Benta: lumang bisikleta, pang-grade school. PM lang.' }),
  });
  const { data }: { data: { id: string } } = await answer.json();
  await callAs(app.origin, ana, 'DELETE', `/posts/${data.id}?soft=true`, undefined);
  await open('/posts/bin');
  await page.getByText('lumang bisikleta').first().waitFor();
  await shoot('post-bin');
  await open('/profile/settings/storage');
  await press(/^(Going offline\?|Mawawalan ng)/);
  await page.getByRole('dialog').waitFor();
  await shoot('going-offline');
  await page.keyboard.press('Escape');

  await open('/posts');
  await callAs(app.origin, ben, 'POST', '/posts', undefined, {
    content: 'May bagong dating na talong at kalabasa!',
  });
  await page.getByRole('button', { name: /^1 (new|bago)$/ }).waitFor({ timeout: 45_000 });
  await shoot('posts-pill');
  await page.getByRole('button', { name: /^1 (new|bago)$/ }).click();
  await context.setOffline(true);
  await page
    .getByRole('link', { name: /^(Create|New post|Bagong post|Gumawa)/ })
    .first()
    .click()
    .catch(() => undefined);
  await open('/posts/create');
  await words.fill('Nasa tunnel ang tren, pero na-post ko na ito.');
  await attach(page, [await camera('c.jpg', '#6c79b8')]);
  await page
    .getByRole('list', { name: /Attachments|kalakip/i })
    .locator('img')
    .first()
    .waitFor();
  await press(/^(Post|I-post)$/);
  await page.waitForURL(/\/posts$/);
  await page.getByText('Nasa tunnel ang tren').waitFor();
  await page.waitForTimeout(4_000);
  await shoot('posts-offline');
  await context.close();
}

for (const { name, ...shape } of shapes) {
  for (const [colorScheme, language] of looks) {
    const locale = language === 'fil' ? 'fil-PH' : language;
    const context = await browser.newContext({ ...shape, colorScheme, locale });
    await shootRound(context, `${name}-${colorScheme}`);
  }
}
await browser.close();
await app.dispose();
