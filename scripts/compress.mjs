import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { inRoot, listFiles } from './files.mjs';

const brotli = promisify(brotliCompress);

const TEXT = /\.(?:js|css|html|svg|json|webmanifest)$/;
/** As the server's own threshold for what it compresses while answering. */
const BYTES_MIN = 1_024;

/**
 * Puts a `.br` beside each text file of a built folder, compressed once as well as can be: a tenth smaller than what a server
 * can afford to do at each request. @fastify/static serves it to whoever takes it.
 * @param {string} folder below the repository's
 */
export async function compressFiles(folder) {
  await Promise.all(
    listFiles(folder)
      .filter((path) => TEXT.test(path))
      .map(async (path) => {
        const bytes = await readFile(inRoot(path));
        if (bytes.length < BYTES_MIN) return;
        const params = {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        await writeFile(inRoot(`${path}.br`), await brotli(bytes, { params }));
      }),
  );
}
