import { readFile } from 'node:fs/promises';
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
/** What a browser fetches beside a page, and puts off its first paint for. */
const ASIDE = / *<link rel="manifest"[^>]*>\n?/g;
/** In the page itself: an icon to be fetched, or none, has the browser ask for one before it has painted. */
const ICON = /(?<=<link rel="icon" href=")[^"]+/;
const HTML_TAG = '<html lang="en-US"';
/** Replaced by styles and a script that do the same and more, in the page itself; their reason goes with them. */
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

/** What has to run before the first paint, as one classic script. */
async function bundleScript(input: string, target: string | string[] | false): Promise<string> {
  const result = await build({
    ...nested,
    build: {
      target,
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input,
        // Taken from files that also hold much else: only what is used comes along.
        treeshake: { moduleSideEffects: (id) => /\/(?:first-screen|snapshot\/show)/.test(id) },
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  const [chunk] = outputs.flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk') throw new Error('The first screen’s script was not built');
  return chunk.code;
}

const element = (script: string): string => {
  // Either would end or change the element that it stands in (HTML, "Restrictions for contents of script elements").
  if (/<\/script|<!--/i.test(script)) throw new Error('The first screen’s script cannot stand in a page');
  return `<script>${script}</script>`;
};

const asTemplate = ({ kind, language, html }: FirstPage['screens'][number]): string =>
  `<template data-screen="${kind}" lang="${language}">${html}</template>`;

/** A screen of another address, which the page's script shows without asking the server. */
const asNeighbour = (path: string, { kind, language, html }: FirstPage['screens'][number]): string =>
  `<template data-path="${path}" data-screen="${kind}" lang="${language}">${html}</template>`;

/** What stands in a file of the bundle. */
function textOf(file: Rolldown.OutputBundle[string] | undefined): string {
  if (file?.type !== 'asset') throw new Error('Not a file of text in the bundle');
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source);
}

/** What a file imports and then itself, so that each finds run what it needs. */
function inOrder(bundle: Rolldown.OutputBundle, isWanted: (file: Rolldown.OutputChunk) => boolean): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (fileName: string): void => {
    const file = bundle[fileName];
    if (seen.has(fileName) || file?.type !== 'chunk') return;
    seen.add(fileName);
    file.imports.forEach(add);
    files.add(fileName);
  };
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && isWanted(file)) add(file.fileName);
  return [...files];
}

/** What a part of the app that is loaded on demand imports, itself included. */
function filesOf(bundle: Rolldown.OutputBundle, name: string): string[] {
  const files = inOrder(bundle, (file) => file.isDynamicEntry && file.name === name);
  if (files.length === 0) throw new Error(`No part of the app is called ${name}`);
  return files;
}

/** The engine, and the frame of every screen with the list of chats. */
const MEMBER_PARTS = ['sync', '_member', '_member._chats'];

/** The page with its icon in it instead of the icon's address. */
async function withIcon(page: string, publicDir: string): Promise<string> {
  const [address] = page.match(ICON) ?? [];
  if (address === undefined) throw new Error('The page names no icon');
  const icon = await readFile(resolve(publicDir, `.${address}`), 'utf8');
  return page.replace(ICON, `data:image/svg+xml,${encodeURIComponent(icon)}`);
}

/**
 * After the app itself: `app.html`, which shows that the app is coming and starts it, and the public pages, which show a
 * screen at once and start it later. All are files of the bundle, so the plugin that compresses the bundle finds them.
 */
export const firstScreens = (): Plugin => ({
  name: 'tambay:first-screens',
  apply: 'build',
  // The page and the styles are in the bundle by then.
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const { build, publicDir } = this.environment.config;
    const { target } = build;
    const index = textOf(bundle['index.html']);
    const [html, boot, bootStyles, pages] = await Promise.all([
      withIcon(index, publicDir),
      readFile('public/boot.js', 'utf8'),
      readFile('public/boot.css', 'utf8'),
      drawPages(target),
    ]);
    const drawn = pages.flatMap(({ screens }) => screens.map((screen) => screen.html)).join('');
    const sheets = Object.values(bundle)
      .filter(({ fileName }) => fileName.endsWith('.css'))
      .map(textOf);
    const addPage = (fileName: string, source: string): void =>
      void this.emitFile({ type: 'asset', fileName, source });
    const [script, snapshot, styles] = await Promise.all([
      bundleScript('src/first-screen/main.ts', target),
      bundleScript('src/app/snapshot/show-snapshot.ts', target),
      firstStyles(drawn, [bootStyles, ...sheets]),
    ]);

    const appFiles = html.match(APP_FILES)?.join('') ?? '';
    const loading = pages[0]?.screens.find(({ kind }) => kind === 'loading')?.html ?? '';
    const preload = (name: string, lang = ''): string =>
      filesOf(bundle, name)
        .filter((file) => !appFiles.includes(file))
        .map((file) => `<link rel="modulepreload" crossorigin href="/${file}"${lang}>\n`)
        .join('');
    // What a member's start imports once it knows who they are, at the same time as what it begins with.
    const memberFiles = new Set(MEMBER_PARTS.flatMap((name) => preload(name).split(/(?<=\n)/)));
    const stylesheets = (html.match(APP_FILES) ?? []).filter((line) => line.includes('stylesheet')).join('');
    // In the order in which they are run (src/first-screen/load-app.ts): the app itself, which ends with its entry, then
    // what a sign-in leads to.
    const appScripts = (path: string): string => {
      const run = new Set<string>();
      const scripts = (files: readonly string[], attributes = ''): string =>
        files
          .filter((file) => !run.has(file) && run.add(file))
          .map((file) => `<script type="module" crossorigin src="/${file}"${attributes}></script>\n`)
          .join('');
      const entry = inOrder(bundle, (file) => file.isEntry);
      const [start = '', ...needed] = entry.toReversed();
      return [
        scripts(needed.toReversed()),
        scripts(filesOf(bundle, chunkOf(path))),
        scripts(filesOf(bundle, 'fil'), ' lang="fil"'),
        scripts([start]),
        ...MEMBER_PARTS.map((name) => scripts(filesOf(bundle, name), ' data-members')),
      ].join('');
    };
    // Its first script starts the app, when it has shown what the screen looked like (src/app/snapshot/show-snapshot.ts).
    const modules = (html.match(APP_FILES) ?? []).filter((line) => !line.includes('stylesheet'));
    const first = [
      `<template id="app">\n${[...modules, ...memberFiles].join('')}</template>`,
      `<style>${bootStyles}</style>`,
      element(`${boot}${snapshot}`),
    ];
    addPage(
      'app.html',
      html
        .replace(APP_FILES, (line) => (line.includes('stylesheet') ? line : ''))
        .replace(BOOT, () => first.join('\n'))
        .replace(ROOT, () => `<div id="root">${loading}</div>`),
    );
    delete bundle['index.html'];
    for (const { path, screens, arrivals } of pages) {
      const bare = html.replace(APP_FILES, '').replace(BOOT, () => `<style>${styles}</style>`);
      const app = `<template id="app">\n${stylesheets}${appScripts(path)}</template>`;
      const name = path === '/' ? 'index' : path.slice(1);
      // A returning visitor may have stored preferences: the script that knows them comes before anything that is shown.
      addPage(
        `${name}.html`,
        bare
          .replace('</head>', () => `${element(`${boot}${script}`)}\n</head>`)
          .replace(ROOT, () => [ROOT, ...screens.map(asTemplate), app].join('\n')),
      );
      // A new visitor sees the screen that fits before the script runs (server/plugins/first-pages.ts). What is fetched
      // beside the page, and the screens of the other language, are not for this moment.
      for (const { kind, language, html: screen } of arrivals) {
        const root = `<div id="root" data-screen="${kind}.${language}">${screen}</div>`;
        const others = screens.filter((one) => one.language === language && one.kind !== kind);
        const neighbours = pages
          .filter((page) => page.path !== path && page.arrivals.length > 0)
          .flatMap((page) =>
            page.screens
              .filter((one) => one.language === language && one.kind === 'screen')
              .map((screen) => asNeighbour(page.path, screen)),
          );
        const aside = `<template id="aside">${bare.match(ASIDE)?.join('') ?? ''}</template>`;
        const later = `addEventListener('tambay-painted',()=>{${boot}},{once:true});`;
        const body = [
          root,
          ...others.map(asTemplate),
          ...neighbours,
          aside,
          app,
          element(`${later}${script}`),
        ];
        addPage(
          `arrivals/${name}.${kind}.${language}.html`,
          bare
            .replace(ASIDE, '')
            .replace(HTML_TAG, `<html lang="${language}"`)
            .replace(ROOT, () => body.join('\n')),
        );
      }
    }
  },
});
