import type { ManifestOptions } from 'vite-plugin-pwa';
import { light } from '../src/theme/light.ts';

/** The web app manifest; Vite writes it to dist/manifest.webmanifest. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Tambay',
  short_name: 'Tambay',
  description: 'Hang out with friends: chat that works in full without a network.',
  lang: 'en-US',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: light.color.surface,
  background_color: light.color.canvas,
  categories: ['social'],
  icons: [
    { src: '/icons/tambay.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
};
