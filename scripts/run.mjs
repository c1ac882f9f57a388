// The one door of the npm scripts. Plain JavaScript without dependencies, because it runs first, on whatever Node the
// machine has (20 or newer), in a clone where nothing is installed yet. It prepares what the command needs and hands
// over to the project's own Node 24.
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { check } from './check.mjs';
import { dev } from './dev.mjs';
import { inRoot } from './files.mjs';
import { ensureInstalled } from './install.mjs';
import { runNode, Trouble } from './processes.mjs';
import { quick } from './quick.mjs';
import { screens } from './screens.mjs';
import { test } from './test.mjs';

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const commands = {
  start: async (args) => {
    await ensureBuilt();
    return runNode([inRoot('server', 'main.ts'), ...args]);
  },
  dev,
  build: async () => {
    await ensureBuilt();
    return 0;
  },
  check,
  test,
  quick,
  bench: async (args) => {
    await ensureBuilt();
    return runNode([inRoot('test', 'bench', 'main.ts'), ...args], { TAMBAY_CHROMIUM: await ensureBrowser() });
  },
  seed: (args) => runNode([inRoot('server', 'seed', 'main.ts'), ...args]),
  admin: (args) => runNode([inRoot('server', 'admin', 'main.ts'), ...args]),
  screens,
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command === undefined) {
  console.error(`Usage: node scripts/run.mjs ${Object.keys(commands).join('|')}`);
  process.exit(2);
}
try {
  await ensureInstalled();
  process.exitCode = await command(args);
} catch (error) {
  console.error(error instanceof Trouble ? error.message : error);
  process.exitCode = 1;
}
