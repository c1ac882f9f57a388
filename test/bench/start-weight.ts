import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import type { Figure } from './stats.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** What weighs less is told in one line. */
const TOLD_FROM_KB = 2;

/** A package, a folder of `src/`, or another folder of ours. */
const ownerOf = (id: string): string => {
  const [, library] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  if (library !== undefined) return library;
  if (!id.startsWith(root)) return 'the bundler';
  const [folder = '', inside = ''] = id.slice(root.length).split('/');
  return folder === 'src' ? `src/${inside}` : folder;
};

/** Of one file: its weight in kB of brotli, shared out by the lengths that its modules had before they were minified. */
const sharesOf = ({ code, modules }: Rolldown.OutputChunk): [string, number][] => {
  const lengths = Object.entries(modules).map(([id, { renderedLength }]) => [id, renderedLength] as const);
  const total = lengths.reduce((sum, [, length]) => sum + length, 0);
  const weight = brotliCompressSync(code).length / 1_000;
  return lengths.map(([id, length]) => [ownerOf(id), total === 0 ? 0 : (weight * length) / total]);
};

/** What a member's start runs, by who wrote it: the scripts that `app.html` names. */
export async function measureStartWeight(): Promise<Figure[]> {
  const result = await build({ root, logLevel: 'silent', build: { write: false } });
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  const files = outputs.flatMap(({ output }) => output);
  const page = files.find(({ fileName }) => fileName === 'app.html');
  if (page?.type !== 'asset') throw new Error('The build has no app.html');
  const html = String(page.source);
  const weights = new Map<string, number>();
  for (const file of files) {
    if (file.type !== 'chunk' || !html.includes(file.fileName)) continue;
    for (const [owner, kb] of sharesOf(file)) weights.set(owner, (weights.get(owner) ?? 0) + kb);
  }
  const sorted = [...weights].toSorted(([, a], [, b]) => b - a);
  const figure = (what: string, value: number): Figure => ({
    what: `start, ${what}, brotli`,
    value,
    unit: 'kB',
  });
  const sum = (rows: readonly (readonly [string, number])[]): number =>
    rows.reduce((all, [, kb]) => all + kb, 0);
  return [
    figure('all scripts', sum(sorted)),
    ...sorted.filter(([, kb]) => kb >= TOLD_FROM_KB).map(([owner, kb]) => figure(`about, ${owner}`, kb)),
    figure('about, the rest', sum(sorted.filter(([, kb]) => kb < TOLD_FROM_KB))),
  ];
}
