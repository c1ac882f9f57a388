import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipWith } from 'node:zlib';
import { inRoot, listFiles } from './files.mjs';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipWith);

const TEXT = /\.(?:js|css|html|svg|json|webmanifest)$/;
/** As the server's own threshold for the answers of its API. */
const BYTES_MIN = 1_024;

/**
 * Puts a `.br` and a `.gz` beside each text file of a built folder, compressed once as well as can be. The server compresses
 * no file while answering: anyone could have it do that work. @fastify/static serves what a client takes.
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
        await writeFile(inRoot(`${path}.gz`), await gzip(bytes, { level: constants.Z_BEST_COMPRESSION }));
      }),
  );
}
