import type { Plugin } from 'vite';

type Listed = { url: string; revision: string | null; size: number };

/**
 * Tells the worker which files it keeps at once and which it fetches when the app is idle. At once: what every start of the
 * app needs, which is its entry with all that this imports, its styles, and what has no hash in its name.
 */
export const firstInstall = () => {
  const needed = new Set<string>();
  const plugin: Plugin = {
    name: 'tambay:first-install',
    apply: 'build',
    generateBundle(_options, bundle) {
      const add = (fileName: string): void => {
        const file = bundle[fileName];
        if (needed.has(fileName) || file === undefined) return;
        needed.add(fileName);
        if (file.type === 'chunk') file.imports.forEach(add);
      };
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.isEntry) add(file.fileName);
      }
    },
  };
  // There is one sheet of styles (cssCodeSplit), and it is not in the bundle yet when this plugin looks at it.
  const isNeeded = (url: string): boolean =>
    !url.startsWith('assets/') || url.endsWith('.css') || needed.has(url);
  const isLater = ({ url }: Listed): boolean => !isNeeded(url);
  const markLater = (listed: Listed[]) => ({
    manifest: listed.map((file) => (isLater(file) ? { ...file, isLater: true } : file)),
  });
  return { plugin, markLater };
};
