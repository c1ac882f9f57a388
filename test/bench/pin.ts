import { execFileSync } from 'node:child_process';

/** Keeps this process, with every thread that it has and will have, on the first core. Linux only, as `taskset` is. */
export const pinToOneCore = (): void => {
  execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', '0', String(process.pid)], {
    stdio: 'ignore',
  });
};
