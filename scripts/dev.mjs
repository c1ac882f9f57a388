import { spawn } from 'node:child_process';
import { inRoot, root } from './files.mjs';
import { forwardSignals, projectEnvironment, projectNode, Trouble } from './processes.mjs';

/**
 * `npm run dev`: Vite with hot reloading in front of the API, which restarts when its sources change.
 * PORT is Vite's (5173); the API takes API_PORT (3001). When one of the two ends, so does the other.
 * @returns {Promise<number>}
 */
export function dev(/** @type {string[]} */ args) {
  const node = projectNode();
  if (node === undefined) throw new Trouble('The npm package "node" is not installed.');
  const port = process.env['PORT'] ?? '5173';
  const apiPort = process.env['API_PORT'] ?? '3001';
  const env = projectEnvironment();
  const start = (/** @type {string[]} */ argv, /** @type {Record<string, string>} */ extra) =>
    spawn(node, argv, { cwd: root, stdio: 'inherit', env: { ...env, ...extra } });
  const children = [
    start(['--watch', '--watch-preserve-output', inRoot('server', 'main.ts')], {
      PORT: apiPort,
      NODE_ENV: 'development',
      PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${port}`,
    }),
    start([inRoot('node_modules', 'vite', 'bin', 'vite.js'), '--port', port, '--strictPort', ...args], {
      TAMBAY_API_ORIGIN: `http://127.0.0.1:${apiPort}`,
    }),
  ];
  for (const child of children) forwardSignals(child);
  return new Promise((resolve) => {
    for (const child of children) {
      child.once('exit', (code) => {
        for (const other of children) if (other.exitCode === null) other.kill('SIGTERM');
        resolve(code ?? 0);
      });
    }
  });
}
