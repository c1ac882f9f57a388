import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { freePort } from './browser-app.ts';

/** A site that is not ours: an empty page on an origin of its own that keeps every message it gets. */
export interface OtherSite {
  readonly origin: string;
  close(): Promise<void>;
}

const PAGE = `<!doctype html><title>Another site</title><script>
window.received = [];
addEventListener('message', ({ origin, data }) => received.push({ origin, data }));
</script>`;

/** @param host `localhost` and `127.0.0.1` are different origins, and to the browser different sites */
export async function openOtherSite(host: 'localhost' | '127.0.0.1'): Promise<OtherSite> {
  const port = await freePort();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export type Received = { origin: string; data: unknown };

/** Everything that was posted to the page so far. */
export const receivedBy = (page: Page): Promise<Received[]> =>
  page.evaluate(() => (window as unknown as { received: Received[] }).received);

/** Opens a window from the page, as a site does that asks for a sign-in. */
export async function openFrom(page: Page, url: string): Promise<Page> {
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate((address) => void window.open(address), url),
  ]);
  return popup;
}
