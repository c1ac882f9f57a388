import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Screens that are one file of the build with what they alone use: one request in place of one for each of them. */
export const SCREEN_GROUPS = {
  'chats-screens':
    /[\\/]routes[\\/]_member\._chats\.(?:search|chats\.(?:archived|new|public|requests|starred|start|\$uniqueCode_))[\w.]*\?/,
  'friends-screens': /[\\/]routes[\\/]_member\._friends\.[\w.$-]+\?/,
  'posts-screens': /[\\/]routes[\\/]_member\.posts\.[\w.$-]+\?/,
  'settings-screens': /[\\/]routes[\\/]_member\.(?:_settings|profile\.update)[\w.$-]*(?<!network-lab)\.tsx\?/,
} as const;

const PREFIX = 'virtual:screens/';
const SPLIT = '?tsr-split=component';
/** What the router's plugin writes for a screen that is loaded on demand. */
const IMPORT = /import\((["'])([^"']+\.tsx)\?tsr-split=component\1\)/g;

const groupOf = (id: string): string | undefined =>
  Object.entries(SCREEN_GROUPS).find(([, is]) => is.test(id))?.[0];

/**
 * One module for each group, which exports its screens by number, imported in place of them. Without it the bundler makes a file
 * of 60 bytes for each screen: 32 requests and kept files of one line, before the first visit has everything.
 */
export const screenGroups = (): Plugin => {
  const folder = join(import.meta.dirname, '..', 'src', 'routes');
  const screens = readdirSync(folder)
    .filter((name) => /^[^.].*\.tsx$/.test(name) && !/\.(?:test|css)\.tsx$/.test(name))
    .map((name) => join(folder, name))
    // Others lead elsewhere and show nothing.
    .filter((path) => /\bcomponent:/.test(readFileSync(path, 'utf8')))
    .toSorted((a, b) => (a < b ? -1 : 1));
  const replaced = new Set<string>();
  return {
    name: 'tambay:screen-groups',
    apply: 'build',
    resolveId: (id) => (id.startsWith(PREFIX) ? id : null),
    load(id) {
      if (!id.startsWith(PREFIX)) return null;
      return screens
        .map((path, index) => [path + SPLIT, index] as const)
        .filter(([path]) => groupOf(path) === id.slice(PREFIX.length))
        .map(([path, index]) => `export { component as s${index} } from ${JSON.stringify(path)};`)
        .join('\n');
    },
    transform(code, id) {
      if (!id.startsWith(folder) || !code.includes(SPLIT)) return null;
      return code.replace(IMPORT, (whole, _quote, name: string) => {
        const path = join(folder, name.slice(name.lastIndexOf('/') + 1));
        const group = groupOf(path + SPLIT);
        if (group === undefined) return whole;
        replaced.add(path);
        return `import(${JSON.stringify(PREFIX + group)}).then((all) => ({ component: all.s${screens.indexOf(path)} }))`;
      });
    },
    buildEnd() {
      const missed = screens.filter((path) => groupOf(path + SPLIT) !== undefined && !replaced.has(path));
      if (missed.length > 0) throw new Error(`Not imported by their group: ${missed.join(', ')}`);
    },
  };
};
