import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { VitePWA } from 'vite-plugin-pwa';
import { firstInstall } from './scripts/first-install.ts';
import { firstScreens } from './scripts/first-screens.ts';
import { screenGroups } from './scripts/screen-groups.ts';
import { startParts } from './scripts/start-parts.ts';
import { manifest } from './scripts/web-manifest.ts';
import { webSocketOnly } from './scripts/websocket-only.ts';

// In development the API runs behind Vite; `npm run dev` says where.
const api = process.env['TAMBAY_API_ORIGIN'] ?? 'http://127.0.0.1:3001';

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Where the service worker is built; the plugin that compresses takes it into `dist`. */
const WORKER_DIR = '.cache/worker';

const installed = firstInstall();
const parts = startParts();

export default defineConfig({
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      // Tests stand beside routes and are no routes.
      routeFileIgnorePattern: '\\.(test|css)\\.tsx?$',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
      disableLogging: true,
    }),
    react(),
    vanillaExtractPlugin(),
    webSocketOnly(),
    installed.plugin,
    parts.plugin,
    screenGroups(),
    firstScreens(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'index.ts',
      // The app registers the worker itself: the path carries the API base, and Trusted Types want a policy of ours.
      injectRegister: false,
      manifest,
      // Icons are for the installer; the worker's own list below says what the app needs.
      includeManifestIcons: false,
      integration: {
        // The plugin names the worker after its source; ours has to lie at the root to control every path.
        beforeBuildServiceWorker(options) {
          options.swDest = resolve(WORKER_DIR, 'sw.js');
          options.injectManifest.swDest = options.swDest;
        },
        configureCustomSWViteBuild(config) {
          config.build = { ...config.build, outDir: WORKER_DIR };
        },
      },
      injectManifest: {
        // The decoder of HEIC is larger than the default. The worker knows it, and keeps it once it was used (sw/later.ts).
        maximumFileSizeToCacheInBytes: 4_194_304,
        rollupFormat: 'iife',
        // The engine's ports are chosen by its caller: what the worker's door does not reach (socket, uploads) has
        // no business in what a push has to wake.
        rollupOptions: {
          treeshake: { moduleSideEffects: (id) => !/\/sync\/|socket\.io|engine\.io/.test(id) },
        },
        globPatterns: ['**/*.{html,js,css,svg,png,webmanifest}'],
        // What only an installer or a search engine looks at, and the words of the strength hint: setting a password
        // needs the network anyway.
        globIgnores: [
          'icons/maskable-*',
          'icons/monochrome-*',
          'icons/icon-512.png',
          'icons/apple-touch-*',
          'screenshots/**',
          'assets/password-strength-*',
          // A worker's navigations start with app.html: the public pages are for those who come without one.
          'index.html',
          'register.html',
          'forgot-password.html',
          'reset-password.html',
          'boot.js',
          'boot.css',
          'arrivals/**',
        ],
        manifestTransforms: [installed.markLater],
      },
    }),
    // Brotli and gzip at their best, once: a server that compressed files while it answers could be made to work by anyone.
    compression({
      include: /\.(?:js|css|html|svg|json|webmanifest)$/,
      // As the server's own threshold for the answers of its API.
      threshold: 1_024,
      logLevel: 'silent',
      artifacts: () => [{ src: `${WORKER_DIR}/sw.js`, replace: (dir) => resolve(dir, 'sw.js') }],
    }),
    // Zstandard beside them, of files with a hash in their names (server/plugins/zstd-assets.ts).
    compression({
      include: /assets\/.*\.(?:js|css|svg|json)$/,
      threshold: 1_024,
      logLevel: 'silent',
      algorithms: ['zstd'],
    }),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2024',
    sourcemap: false,
    // Strict CSP: everything is a file of our own origin, nothing is inlined as data.
    assetsInlineLimit: 0,
    // All styles together are smaller than the requests for their parts.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // `npm start` builds: its first lines are for who starts it.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          // Left alone, every icon and every module that two screens share becomes a file of its own. Dozens of requests on a
          // bad connection: what every start fetches anyway is two files, of which an update mostly leaves the larger one.
          groups: [
            { name: 'icons', test: /node_modules[\\/]lucide-react/, priority: 3 },
            // Each compiles in a task of its own: one file of all of them holds an old phone's page for a third of a second.
            {
              name: 'react',
              tags: ['$initial'],
              test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
              priority: 3,
            },
            { name: 'router', tags: ['$initial'], test: /node_modules[\\/]@tanstack[\\/]/, priority: 3 },
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            // Without the entry, which awaits parts that import from here. Of sync, the HTTP client is in every start.
            {
              name: 'app',
              tags: ['$initial'],
              test: /[\\/](?:protocol|src|sync)[\\/](?!main\.tsx)/,
              priority: 1,
            },
            { name: 'engine', test: parts.isEngine },
            { name: 'member', test: parts.isMember },
            { name: 'shared', test: parts.isShared },
            { name: 'tables', test: (id) => /[\\/]dexie/.test(id) && parts.isMemberLibrary(id) },
            { name: 'member-libraries', test: parts.isMemberLibrary },
            {
              name: (id) => parts.screensOf(id),
              test: (id) => parts.screensOf(id) !== null,
              debugName: 'screens of one area',
            },
            { name: 'visitors', test: parts.isVisitors },
            // What two of them share: sixty small files otherwise.
            { name: 'screens', test: parts.isOnDemand, minShareCount: 2 },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: api, xfwd: true },
      '/socket.io': { target: api, ws: true, xfwd: true },
    },
  },
});
