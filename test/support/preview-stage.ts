import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { openWebSite, type WebSite } from '../../server/testing/web-site.ts';
import { type RunningApp, startApp } from './browser-app.ts';

export type PreviewStage = {
  readonly app: RunningApp;
  readonly site: WebSite;
  /** Puts an article at `news.example/…`, with a picture. */
  article: (path: string, title: string) => Promise<string>;
  /** How often the site was asked for a page or picture. */
  askedFor: (path: string) => number;
  dispose: () => Promise<void>;
};

const HOST = 'news.example';

/** A site with articles, and a server whose previews look there. */
export const openPreviewStage = async (): Promise<PreviewStage> => {
  const site = await openWebSite();
  const app = await startApp({
    entry: fileURLToPath(new URL('./preview-server.ts', import.meta.url)),
    env: { WEB_SITE_PORT: String(site.port) },
  });
  const picture = await sharp({
    create: { width: 1_200, height: 630, channels: 3, background: '#c8102e' },
  })
    .composite([
      {
        input: await sharp({ create: { width: 500, height: 500, channels: 3, background: '#fcd116' } })
          .png()
          .toBuffer(),
      },
    ])
    .png()
    .toBuffer();
  return {
    app,
    site,
    article: async (path, title) => {
      site.picture(`${HOST}${path}.png`, picture);
      site.page(
        `${HOST}${path}`,
        `<title>${title}</title><meta property="og:description" content="Unang sinag sa hagdan-hagdang palayan, at kung paano makarating doon mula Maynila">
         <meta property="og:image" content="${path}.png">`,
      );
      return `https://${HOST}${path}`;
    },
    askedFor: (path) => site.asked.filter((one) => one.host === HOST && one.path === path).length,
    dispose: async () => {
      await app.dispose();
      site.close();
    },
  };
};
