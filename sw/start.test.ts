import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';

/** The modules of what is evaluated at once, and of what waits for an event. */
const bundleWorker = async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, rolldownOptions: { input: `${import.meta.dirname}/index.ts` } },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const chunks = outputs.flatMap(({ output }) => output.filter((file) => file.type === 'chunk'));
  const atOnce = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || atOnce.has(chunk)) return;
    atOnce.add(chunk);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  add(chunks.find(({ isEntry }) => isEntry));
  const modulesOf = (isAtOnce: boolean): string[] =>
    chunks.filter((chunk) => atOnce.has(chunk) === isAtOnce).flatMap(({ moduleIds }) => moduleIds);
  return { atOnce: modulesOf(true), later: modulesOf(false), chunks };
};

describe('the worker', () => {
  it('evaluates neither the engine nor a schema before an event asks for them', async () => {
    const { atOnce, later } = await bundleWorker();
    const heavy = /\/(sync|protocol)\//;
    expect(atOnce.some((id) => id.endsWith('/sw/index.ts'))).toBe(true);
    expect(atOnce.filter((id) => heavy.test(id))).toEqual([]);
    expect(later.some((id) => heavy.test(id))).toBe(true);
  });

  it('evaluates the library of uploads only when there is a file to send', async () => {
    const { chunks } = await bundleWorker();
    const uploads = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.includes('/tus-js-client/')));
    expect(uploads).toHaveLength(1);
    const { fileName = '', moduleIds = [] } = uploads[0] ?? {};
    expect(moduleIds.some((id) => id.endsWith('/sync/engine.ts'))).toBe(false);
    expect(chunks.filter(({ imports }) => imports.includes(fileName))).toEqual([]);
  });
});
