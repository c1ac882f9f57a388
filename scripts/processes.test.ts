import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { inRoot } from './files.mjs';

// As npm starts it: a parent that only hands over, and the real program below it.
const parent = (childSource: string) => {
  const program = `
    import { runNode } from ${JSON.stringify(inRoot('scripts/processes.mjs'))};
    process.exitCode = await runNode(['--eval', ${JSON.stringify(childSource)}]);
  `;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

describe('handing over', () => {
  it('gives the exit code of the program', async () => {
    expect(await once(parent('process.exit(7)'), 'exit')).toEqual([7, null]);
  });

  it('runs the program on Node 24', async () => {
    const started = parent('console.log(process.version)');
    const [output] = await once(started.stdout, 'data');
    expect(String(output)).toMatch(/^v24\./);
    await once(started, 'exit');
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'passes %s on and waits for the program to close',
    async (signal) => {
      const started = parent(`
      process.once('${signal}', () => process.exit(5));
      setInterval(() => {}, 1000);
      console.log('ready');
    `);
      await once(started.stdout, 'data');
      started.kill(signal);
      expect(await once(started, 'exit')).toEqual([5, null]);
    },
  );

  it.skipIf(process.platform === 'win32')('ends the program when the shell of npm is gone', async () => {
    const program = `
      import { runNode } from ${JSON.stringify(inRoot('scripts/processes.mjs'))};
      await runNode(['--eval', 'setInterval(() => {}, 1000); console.log(process.pid)']);
    `;
    // The second command keeps the shell from replacing itself by the first one, as npm's shell does.
    const shell = spawn(
      'sh',
      ['-c', '"$0" --input-type=module --eval "$1"; true', process.execPath, program],
      {
        env: { ...process.env, npm_lifecycle_event: 'start' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(shell.stdout, 'data');
    shell.kill('SIGKILL');
    // The pipe closes when the last process that holds it has ended.
    await once(shell.stdout, 'close');
  });

  it('ends with the code of a killed program', async () => {
    expect(await once(parent("process.kill(process.pid, 'SIGKILL')"), 'exit')).toEqual([128 + 9, null]);
  });
});
