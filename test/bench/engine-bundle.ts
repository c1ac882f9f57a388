import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { webSocketOnly } from '../../scripts/websocket-only.ts';

/** What is loaded with an entry, and what the code asks for when it needs it. */
export type Parts = { readonly atOnce: string[]; readonly onDemand: string[] };

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Bundles one entry as the app is built, without splitting, into a script that leaves its exports in `global`. (Vite keeps
 * the spaces of a library in ES format.)
 */
export async function bundle(entry: string, global: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [webSocketOnly()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2024',
      lib: {
        entry: at(entry),
        formats: ['iife'],
        name: global,
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((each) => ('output' in each ? each.output : []));
  return chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
}

/** Bundles one entry as the app is built, split as the app is. */
export async function bundleParts(entry: string): Promise<Parts> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [webSocketOnly()],
    build: {
      write: false,
      target: 'es2024',
      modulePreload: false,
      rolldownOptions: { input: at(entry), preserveEntrySignatures: 'strict' },
    },
  });
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  const chunks = outputs.flatMap(({ output }) => output.filter((file) => file.type === 'chunk'));
  const needed = new Set<string>();
  const add = (fileName: string): void => {
    const chunk = chunks.find((each) => each.fileName === fileName);
    if (chunk === undefined || needed.has(fileName)) return;
    needed.add(fileName);
    chunk.imports.forEach(add);
  };
  for (const chunk of chunks) if (chunk.isEntry) add(chunk.fileName);
  const codes = (isNeeded: boolean): string[] =>
    chunks.filter(({ fileName }) => needed.has(fileName) === isNeeded).map(({ code }) => code);
  return { atOnce: codes(true), onDemand: codes(false) };
}
