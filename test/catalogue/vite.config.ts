import { fileURLToPath } from 'node:url';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The catalogue is built like the app but apart from it, so that nothing of it ships. */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  plugins: [react(), vanillaExtractPlugin()],
  build: {
    outDir: at('../../.cache/catalogue'),
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
