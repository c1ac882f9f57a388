import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const inDist = (path: string): string => fileURLToPath(new URL(`../../dist${path}`, import.meta.url));

/** The files that the built worker keeps, by their paths: at once, or when its page is idle. Read from the worker itself. */
export const readWorkerFiles = async (): Promise<{ atOnce: string[]; later: string[] }> => {
  const script = await readFile(inDist('/sw.js'), 'utf8');
  const listed = (script.match(/\{[^{}]*\burl\b[^{}]*\}/g) ?? []).flatMap((file) => {
    const url = /\burl\b[^:]*:\s*["'`]([\w./-]+\.\w+)["'`]/.exec(file)?.[1];
    return url === undefined ? [] : [{ path: `/${url}`, isLater: file.includes('isLater') }];
  });
  const paths = (isLater: boolean): string[] =>
    listed.filter((file) => file.isLater === isLater).map(({ path }) => path);
  return { atOnce: paths(false), later: paths(true) };
};

/** Ours for browsers that read no codes themselves. */
export const isQrReader = (path: string): boolean => /\/qr-worker-[^/]+\.js$/.test(path);

/** Decodes HEIC: fetched when such a photo is picked, and not before. */
export const isHeicReader = (path: string): boolean => /\/heic-worker-[^/]+\.js$/.test(path);

/** What files of the build weigh on their way. */
export const distKb = async (paths: readonly string[]): Promise<number> => {
  const files = await Promise.all([...new Set(paths)].map((path) => readFile(inDist(path))));
  return files.reduce((sum, file) => sum + Math.min(file.length, brotliCompressSync(file).length), 0) / 1_000;
};
