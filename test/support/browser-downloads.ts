import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';

/** Presses, and reads the ZIP that is downloaded: the words of each file, and of a picture its bytes as letters. */
export const savedBy = async (page: Page, button: string): Promise<Record<string, string>> => {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const entries = unzipSync(await readFile(await (await coming).path()));
  return Object.fromEntries(
    Object.entries(entries).map(([name, bytes]) => [name, strFromU8(bytes, name.startsWith('media/'))]),
  );
};
