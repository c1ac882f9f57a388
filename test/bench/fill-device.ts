import type { Page } from '@playwright/test';
import type * as sync from '../../sync/index.ts';
import { bundle } from './engine-bundle.ts';

declare global {
  /** The engine as anybody can open it outside the app, put into a page of the bench. */
  var tambaySync: typeof sync;
}

let engineScript: Promise<string> | undefined;

/** Puts the engine into a page. `evaluate` goes past the page's content policy, which a script element may not. */
export async function loadEngine(page: Page): Promise<void> {
  engineScript ??= bundle('../../sync/index.ts', 'tambaySync');
  await page.evaluate(`${await engineScript};globalThis.tambaySync = tambaySync;`);
}

/**
 * Fills the windows of chat after chat through the engine's own door until the device holds that many messages. The page
 * is a document of the app's origin without the app: nobody else writes.
 * @returns how many it holds then
 */
export async function fillDevice(page: Page, origin: string, wanted: number): Promise<number> {
  await page.goto(`${origin}/icons/tambay.svg`);
  await loadEngine(page);
  return page.evaluate(async (count) => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const userId = names.flatMap((name) => /^tambay-([0-9a-f-]{36})$/.exec(name)?.[1] ?? [])[0] ?? '';
    const token = localStorage.getItem('ACCESS_TOKEN');
    const engine = await tambaySync.openEngine({ userId, baseUrl: location.origin, token: () => token });
    await engine.sync();
    const chats = await engine.db.chats.toArray();
    chats.sort((a, b) => b.lastSeq - a.lastSeq);
    let stored = await engine.db.messages.count();
    for (const { id } of chats) {
      if (stored >= count) break;
      await engine.loadAll(tambaySync.listId('messages', id), { rowsMax: count - stored });
      stored = await engine.db.messages.count();
    }
    await engine.close();
    return stored;
  }, wanted);
}
