import { afterEach, describe, expect, it } from 'vitest';
import { createInspector, type Inspector } from './inspector.ts';

/** What the thread runs instead of looking at the bytes. */
const scriptOf = (code: string): string =>
  `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';\n${code}\nparentPort.postMessage('ready');`)}`;

const open: Inspector[] = [];
const inspectorOf = (...[options]: Parameters<typeof createInspector>): Inspector => {
  const inspector = createInspector(options);
  open.push(inspector);
  return inspector;
};
afterEach(async () => {
  for (const inspector of open.splice(0)) await inspector.close();
});

const png = () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const endless = "parentPort.on('message', () => { for (;;); });";
const asleep = "parentPort.on('message', () => undefined);";
const broken = "parentPort.on('message', () => { throw new Error('broken'); });";

describe('looking at uploaded bytes in a thread', () => {
  it('refuses for good what keeps the processor busy, and goes on with the next', async () => {
    const inspector = inspectorOf({ workMs: 300, script: scriptOf(endless) });
    await expect(inspector.inspect('ana', png())).rejects.toMatchObject({ kind: 'unreadable_media' });
    await expect(inspector.inspect('ana', png())).rejects.toMatchObject({ kind: 'unreadable_media' });
  });

  it('has what the machine was too busy for sent again: it is no fault of the picture', async () => {
    const inspector = inspectorOf({ waitMs: 1_000, script: scriptOf(asleep) });
    await expect(inspector.inspect('ana', png())).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('refuses for good what breaks the thread', async () => {
    const inspector = inspectorOf({ script: scriptOf(broken) });
    await expect(inspector.inspect('ana', png())).rejects.toMatchObject({ kind: 'unreadable_media' });
  });

  it('has sent again what a stopping server had no time for', async () => {
    const inspector = inspectorOf({ script: scriptOf(asleep) });
    const answer = inspector.inspect('ana', png());
    const outcome = expect(answer).rejects.toMatchObject({ kind: 'unavailable' });
    await inspector.close();
    await outcome;
  });

  it('charges nobody for the start of the thread', async () => {
    const slow = `const end = performance.now() + 800;
    while (performance.now() < end);
    parentPort.on('message', ({ id, bytes }) => parentPort.postMessage({ id, inspected: null, bytes }));`;
    const inspector = inspectorOf({ workMs: 300, script: scriptOf(slow) });
    await expect(inspector.inspect('ana', png())).resolves.toMatchObject({ inspected: null });
  });

  it('has sent again what no thread could be started for', async () => {
    const inspector = inspectorOf({ script: scriptOf("throw new Error('broken');") });
    await expect(inspector.inspect('ana', png())).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('charges nobody for the work of those before', async () => {
    const busy = `parentPort.on('message', ({ id, bytes }) => {
      const end = performance.now() + 400;
      while (performance.now() < end);
      parentPort.postMessage({ id, inspected: null, bytes });
    });`;
    const inspector = inspectorOf({ workMs: 1_000, script: scriptOf(busy) });
    for (let turn = 0; turn < 4; turn += 1)
      await expect(inspector.inspect('ana', png())).resolves.toMatchObject({ inspected: null });
  });
});
