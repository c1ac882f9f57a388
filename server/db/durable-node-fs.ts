import { fdatasyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { z } from '../../protocol/index.ts';
import { syncPath } from './sync-to-disk.ts';

type InitArguments = Parameters<NodeFS['init']>;
type Options = InitArguments[1];

/** The parts of Emscripten's NODEFS that are used here; PGlite declares no type for them. */
const nodeFsModule = z.object({
  NODEFS: z.object({
    stream_ops: z.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null),
    realPath: z.custom<(node: unknown) => string>((value) => typeof value === 'function'),
    tryFSOperation: z.custom<(work: () => void) => void>((value) => typeof value === 'function'),
  }),
});

interface Stream {
  /** The descriptor of a file; a folder has none. */
  nfd?: number;
  node: unknown;
}

/**
 * PGlite's file system on a real folder with the one thing it lacks: its `fsync` does nothing, so a commit that was
 * acknowledged could be gone after a power cut. Here it reaches the disk, for files and for the folders that name them.
 */
export class DurableNodeFs extends NodeFS {
  override async init(pglite: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const started = await super.init(pglite, options);
    const preRun = started.emscriptenOpts.preRun ?? [];
    const steps = typeof preRun === 'function' ? [preRun] : preRun;
    return {
      emscriptenOpts: { ...started.emscriptenOpts, preRun: [...steps, giveFsync] },
    };
  }
}

function giveFsync(module: unknown): void {
  const { NODEFS } = nodeFsModule.parse(module);
  NODEFS.stream_ops['fsync'] = (stream: Stream): number => {
    NODEFS.tryFSOperation(() => {
      if (stream.nfd === undefined) syncPath(NODEFS.realPath(stream.node));
      else fdatasyncSync(stream.nfd);
    });
    return 0;
  };
}
