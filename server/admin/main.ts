/**
 * `npm run admin -- help`: backup, restore and move of a whole installation. The environment names it, as for the server
 * (`DATA_DIR`, `DATABASE_URL`, `STORAGE_URL`).
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, parseConfig } from '../config.ts';
import { describeStartFailure } from '../start-failure.ts';
import { assertInstalled, openAdminDatabase } from './admin-database.ts';
import { backUp } from './backup.ts';
import { askForBackup, countRows } from './backup-socket.ts';
import { move } from './move.ts';
import { Refusal } from './refusal.ts';
import { restore } from './restore.ts';

const USAGE = `Copies a whole installation: rows, jobs, keys, files and mail. DATA_DIR, DATABASE_URL and STORAGE_URL name it,
as for the server.

  npm run admin -- backup FOLDER            into a new folder, also while servers run
  npm run admin -- restore FOLDER           into an empty installation of either kind, while no server runs
  npm run admin -- move --to postgres://…   from the embedded database to an empty one of a server; stop Tambay first`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const takeBackup = async (config: Config, folder: string): Promise<void> => {
  const asked = config.databaseUrl === undefined ? await askForBackup(config, folder) : null;
  if (asked !== null) return say(`${folder} has ${asked.rows} rows and ${asked.files} files`);
  assertInstalled(config);
  const database = await openAdminDatabase(config, 0);
  try {
    const { tables, files } = await backUp(config, database, folder);
    say(`${folder} has ${countRows(tables)} rows and ${files.count} files`);
  } finally {
    await database.close();
  }
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true });
  const [command = 'help', folder, ...rest] = positionals;
  if (command === 'help') return say(USAGE);
  if (rest.length > 0) throw new Refusal(`what is "${rest.join(' ')}"? "help" lists the commands`);
  const config = parseConfig(process.env);
  if (command === 'backup' && folder !== undefined) return takeBackup(config, resolve(folder));
  if (command === 'restore' && folder !== undefined) {
    const { tables, files, madeAt } = await restore(config, resolve(folder));
    return say(
      `The backup of ${madeAt} is in place: ${countRows(tables)} rows, ${files.count} files. Devices load their data again and keep what they have not sent`,
    );
  }
  if (command === 'move' && folder === undefined && values.to !== undefined) {
    if (config.databaseUrl !== undefined)
      throw new Refusal('DATABASE_URL is set: what is to be moved is on a server already');
    // Its form is that of DATABASE_URL.
    parseConfig({ DATABASE_URL: values.to });
    const { rows, tables, files } = await move(config, values.to);
    say(
      `${rows} rows of ${tables} tables are on the server${files > 0 ? `, ${files} files in the bucket` : ''}`,
    );
    return say('Start Tambay with the same environment and DATABASE_URL. Devices go on as they were');
  }
  throw new Refusal(USAGE);
};

main().catch((error: unknown) => {
  const lines =
    error instanceof ConfigError
      ? error.lines
      : [error instanceof Refusal ? error.message : describeStartFailure(error)];
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
});
