import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import type { FirstPage } from '../src/first-screen/prerender.tsx';
import { firstStyles } from './first-styles.ts';

const PRERENDER_DIR = '.cache/first-screen';
const ROOT = '<div id="root"></div>';
/** What starts the app: the styles, its script, and what that imports. A public page leaves them for later. */
const APP_FILES = /^ *<(?:script type="module"|link rel="(?:modulepreload|stylesheet)").*\n/gm;
const HTML_TAG = '<html lang="en-US"';
/** Replaced by a script that does the same and more; its reason goes with it. */
const BOOT = / *<!--[^>]*-->\n(?: *<link rel="stylesheet".*\n)? *<script src="\/boot\.js"><\/script>/;

const nested: InlineConfig = { configFile: false, mode: 'production', logLevel: 'warn', publicDir: false };

/** How the router's plugin calls the part of the app that draws a public page. */
const chunkOf = (path: string): string => {
  if (path === '/reset-password') return 'reset-password';
  return path === '/' ? '_public.index' : `_public.${path.slice(1)}`;
};

/** Runs the app's own components in Node. The class names are those of the app: they come from the files' paths. */
async function drawPages(target: string | string[] | false): Promise<FirstPage[]> {
  await build({
    ...nested,
    plugins: [react(), vanillaExtractPlugin()],
    build: { target, ssr: 'src/first-screen/prerender.tsx', outDir: PRERENDER_DIR, emptyOutDir: true },
  });
  const built: { drawPages(): Promise<FirstPage[]> } = await import(
    pathToFileURL(resolve(PRERENDER_DIR, 'prerender.js')).href
  );
  return built.drawPages();
}

/** The one script of a prerendered page: classic, with what boot.js does. */
async function bundleScript(target: string | string[] | false): Promise<string> {
  const result = await build({
    ...nested,
    build: {
      target,
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'src/first-screen/main.ts',
        // Taken from files that also hold much else: only what is used comes along.
        treeshake: { moduleSideEffects: (id) => id.includes('/first-screen/') },
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  const [chunk] = outputs.flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk') throw new Error('The first screen’s script was not built');
  return `${await readFile('public/boot.js', 'utf8')}${chunk.code}`;
}

/** What a part of the app that is loaded on demand imports, itself included. */
function filesOf(bundle: Rolldown.OutputBundle, name: string): Set<string> {
  const files = new Set<string>();
  const add = (fileName: string): void => {
    const file = bundle[fileName];
    if (files.has(fileName) || file?.type !== 'chunk') return;
    files.add(fileName);
    file.imports.forEach(add);
  };
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.isDynamicEntry && file.name === name) add(file.fileName);
  }
  if (files.size === 0) throw new Error(`No part of the app is called ${name}`);
  return files;
}

/**
 * After the app itself: `app.html`, which shows that the app is coming and starts it, and the public pages, which show a
 * screen at once and start it later. Before the service worker, which keeps `app.html`.
 */
export const firstScreens = (): Plugin => ({
  name: 'tambay:first-screens',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    if (dir === undefined) return;
    const { target } = this.environment.config.build;
    const [html, pages] = await Promise.all([
      readFile(resolve(dir, 'index.html'), 'utf8'),
      drawPages(target),
    ]);
    const drawn = pages.flatMap(({ screens }) => screens.map((screen) => screen.html)).join('');
    const sheets = Object.keys(bundle).filter((file) => file.endsWith('.css'));
    const cssFiles = ['boot.css', ...sheets].map((file) => resolve(dir, file));
    const [script, styles] = await Promise.all([bundleScript(target), firstStyles(drawn, cssFiles)]);
    const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8);
    const scriptPath = `assets/first-screen-${hash}.js`;
    await writeFile(resolve(dir, scriptPath), script);

    const loading = pages[0]?.screens.find(({ kind }) => kind === 'loading')?.html ?? '';
    await writeFile(resolve(dir, 'app.html'), html.replace(ROOT, `<div id="root">${loading}</div>`));
    const appFiles = html.match(APP_FILES)?.join('') ?? '';
    const preload = (name: string, lang = ''): string =>
      [...filesOf(bundle, name)]
        .filter((file) => !appFiles.includes(file))
        .map((file) => `<link rel="modulepreload" crossorigin href="/${file}"${lang}>\n`)
        .join('');
    await mkdir(resolve(dir, 'arrivals'), { recursive: true });
    for (const { path, screens, arrivals } of pages) {
      const templates = screens.map(
        ({ kind, language, html: screen }) =>
          `<template data-screen="${kind}" lang="${language}">${screen}</template>\n`,
      );
      const body = `${ROOT}\n${templates.join('')}<template id="app">\n${appFiles}${preload(chunkOf(path))}${preload('fil', ' lang="fil"')}</template>`;
      const name = path === '/' ? 'index' : path.slice(1);
      const bare = html.replace(APP_FILES, '').replace(BOOT, () => `<style>${styles}</style>`);
      const withScript = (attribute: string): string =>
        bare.replace('</head>', `<script${attribute} src="/${scriptPath}"></script>\n</head>`);
      // Whoever has been here before may have wishes: the first paint waits for the script that knows them.
      await writeFile(
        resolve(dir, `${name}.html`),
        withScript('').replace(ROOT, () => body),
      );
      // Whoever has not sees the screen that fits before any other file has come (server/plugins/first-pages.ts).
      for (const { kind, language, html: screen } of arrivals)
        await writeFile(
          resolve(dir, `arrivals/${name}.${kind}.${language}.html`),
          withScript(' defer')
            .replace(HTML_TAG, `<html lang="${language}"`)
            .replace(ROOT, () =>
              body.replace(ROOT, () => `<div id="root" data-screen="${kind}.${language}">${screen}</div>`),
            ),
        );
    }
  },
});
