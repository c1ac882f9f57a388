import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import split2 from 'split2';
import { z } from '../../protocol/index.ts';
import { syncPath } from '../db/sync-to-disk.ts';
import { Refusal } from './refusal.ts';

/**
 * A backup is a folder: `rows/<table>.ndjson.gz`, `files/<key>`, `mail/<name>`, the list of the latter two in
 * `files.ndjson.gz`, and `manifest.json`, which is written last and names the hash of everything.
 */
const FORMAT = 1;
const MANIFEST = 'manifest.json';
export const FILE_LIST = 'files.ndjson.gz';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A path below the backup, which nothing in it may leave. */
const path = z.string().check(z.regex(/^(?:files|mail)(?:\/(?!\.\.?(?:\/|$))[^/\0]+)+$/));
const keptFile = z.object({ path, size: z.int(), sha256 });
export type KeptFile = z.infer<typeof keptFile>;

const manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  tambay: z.string(),
  database: z.enum(['pglite', 'postgres']),
  epoch: z.uuid(),
  /** The last migration of the database, and the version of pg-boss's tables. */
  migration: z.int(),
  jobsVersion: z.nullable(z.int()),
  tables: z.array(
    z.object({ name: z.string(), columns: z.string(), rows: z.int(), sum: z.string(), sha256 }),
  ),
  files: z.object({ count: z.int(), bytes: z.int(), sha256 }),
});
export type Manifest = z.infer<typeof manifest>;
type ManifestTable = Manifest['tables'][number];

export const rowsPath = (table: string): string => join('rows', `${table}.ndjson.gz`);

/** Makes the folder of a new backup. @throws Refusal when there is anything in it */
export const beginArchive = async (folder: string): Promise<void> => {
  await mkdir(join(folder, 'rows'), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new Refusal(`${folder} cannot be made`, { cause: error });
  });
  if ((await readdir(folder)).length > 1 || (await readdir(join(folder, 'rows'))).length > 0)
    throw new Refusal(`${folder} is not empty: name a new folder`);
};

/** Writes lines, compressed. @returns the hash of the file */
export const writeLines = async (
  folder: string,
  name: string,
  batches: AsyncIterable<readonly string[]>,
): Promise<string> => {
  const text = async function* () {
    for await (const lines of batches) yield lines.map((line) => `${line}\n`).join('');
  };
  const hash = createHash('sha256');
  const tap = new PassThrough();
  tap.on('data', (chunk: Buffer) => hash.update(chunk));
  const to = createWriteStream(join(folder, name), { mode: 0o600, flush: true });
  await pipeline(Readable.from(text()), createGzip(), tap, to);
  return hash.digest('hex');
};

/** @returns size and hash of what was written */
export const writeFileOf = async (folder: string, name: string, from: Readable): Promise<KeptFile> => {
  await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size = 0;
  const tap = new PassThrough();
  tap.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    size += chunk.byteLength;
  });
  await pipeline(from, tap, createWriteStream(join(folder, name), { mode: 0o600, flush: true }));
  return { path: name, size, sha256: hash.digest('hex') };
};

/** The backup is whole from here on. */
export const finishArchive = async (folder: string, made: Omit<Manifest, 'format'>): Promise<void> => {
  const draft = join(folder, `${MANIFEST}.new`);
  const file = await open(draft, 'w', 0o600);
  await file.writeFile(`${JSON.stringify({ format: FORMAT, ...made }, null, 2)}\n`);
  await file.sync();
  await file.close();
  await rename(draft, join(folder, MANIFEST));
  syncPath(folder);
};

/** @throws Refusal for what is no finished backup */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    throw new Refusal(`${folder} is no finished backup: ${MANIFEST} cannot be read`, { cause: error });
  });
  try {
    return manifest.parse(JSON.parse(text));
  } catch (error) {
    throw new Refusal(`${join(folder, MANIFEST)} is damaged, or of another version`, { cause: error });
  }
};

/** Not `readline`, which ends a line at U+2028, too: JSON leaves that as it is. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const lines = split2('\n');
  const done = pipeline(createReadStream(file), createGunzip(), lines);
  for await (const line of lines) yield z.string().parse(line);
  await done;
}

const LINES_AT_ONCE = 500;

/** The rows of a table, some hundred at a time. */
export async function* readTable(
  folder: string,
  { name }: Pick<ManifestTable, 'name'>,
): AsyncGenerator<string[]> {
  let lines: string[] = [];
  for await (const line of linesOf(join(folder, rowsPath(name)))) {
    lines.push(line);
    if (lines.length < LINES_AT_ONCE) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}

export async function* readFileList(folder: string): AsyncGenerator<KeptFile> {
  for await (const line of linesOf(join(folder, FILE_LIST))) yield keptFile.parse(JSON.parse(line));
}

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

const assertWhole = async (folder: string, name: string, expected: string): Promise<void> => {
  const found = await hashOf(join(folder, name)).catch((error: unknown) => {
    throw new Refusal(`${join(folder, name)} is missing or cannot be read`, { cause: error });
  });
  if (found !== expected)
    throw new Refusal(`${join(folder, name)} is damaged: its hash is not the one of the manifest`);
};

/** Reads the whole backup and compares it with its manifest. @throws Refusal at the first difference */
export const verifyArchive = async (folder: string, { tables, files }: Manifest): Promise<void> => {
  for (const table of tables) await assertWhole(folder, rowsPath(table.name), table.sha256);
  await assertWhole(folder, FILE_LIST, files.sha256);
  let count = 0;
  for await (const file of readFileList(folder)) {
    await assertWhole(folder, file.path, file.sha256);
    count += 1;
  }
  if (count !== files.count) throw new Refusal(`${folder} has ${count} files instead of ${files.count}`);
};

export const sizeOf = async (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );
