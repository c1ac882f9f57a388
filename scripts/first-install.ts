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
        if (file.type === 'chunk' ? file.isEntry : file.fileName.endsWith('.css')) add(file.fileName);
      }
    },
  };
  const isLater = ({ url }: Listed): boolean => url.startsWith('assets/') && !needed.has(url);
  const markLater = (listed: Listed[]) => ({
    manifest: listed.map((file) => (isLater(file) ? { ...file, isLater: true } : file)),
  });
  return { plugin, markLater };
};
