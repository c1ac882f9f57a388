import { rmSync } from 'node:fs';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { inRoot } from './files.mjs';
import { runNode } from './processes.mjs';

const parts = ['people', 'posts', 'account', 'strangers'];

const ignoredFolder = inRoot('docs', 'screens');

/**
 * `npm run screens [-- folder]`: pictures of every screen, on phone and desktop, light and dark, in both languages.
 * They go to `docs/screens`, which is emptied first and ignored by git, or to the folder that is named.
 */
export async function screens(/** @type {string[]} */ [folder = ignoredFolder]) {
  await ensureBuilt();
  const env = { TAMBAY_CHROMIUM: await ensureBrowser() };
  if (folder === ignoredFolder) rmSync(folder, { recursive: true, force: true });
  for (const part of parts) {
    process.stdout.write(`Taking pictures: ${part}…\n`);
    const code = await runNode([inRoot('test', 'catalogue', `shoot-${part}.ts`), folder], env);
    if (code !== 0) return code;
  }
  return 0;
}
