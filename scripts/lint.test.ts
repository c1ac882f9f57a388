import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from './files.mjs';

// Whether the bans of biome.json bite: one folder of small files, each breaking or keeping one rule, linted in one run.

interface Case {
  title: string;
  path: string;
  source: string;
  /** Part of the expected message; undefined when the file is in order. */
  finds: string | undefined;
}

const use = (specifier: string) => `import { thing } from '${specifier}';\n\nexport const other = thing;\n`;
const value = (expression: string) => `export const value = ${expression};\n`;
const doors = 'imports only the door';

const cases: Case[] = [
  {
    title: 'protocol imports nothing of ours',
    path: 'protocol/a.ts',
    source: use('../sync/index.ts'),
    finds: 'protocol imports nothing of ours',
  },
  {
    title: 'also from deeper down',
    path: 'protocol/calls/a.ts',
    source: use('../../server/x.ts'),
    finds: 'protocol imports nothing of ours',
  },
  {
    title: 'protocol imports itself',
    path: 'protocol/calls/b.ts',
    source: use('../limits.ts'),
    finds: undefined,
  },
  {
    title: 'sync imports the door of protocol',
    path: 'sync/pull/a.ts',
    source: use('../../protocol/index.ts'),
    finds: undefined,
  },
  {
    title: 'sync imports no inside of protocol',
    path: 'sync/pull/b.ts',
    source: use('../../protocol/limits.ts'),
    finds: `sync ${doors}`,
  },
  { title: 'sync imports no app', path: 'sync/c.ts', source: use('../src/main.ts'), finds: `sync ${doors}` },
  {
    title: 'sw imports the door of sync',
    path: 'sw/a.ts',
    source: use('../sync/index.ts'),
    finds: undefined,
  },
  {
    title: 'sw imports no app',
    path: 'sw/b.ts',
    source: use('../src/i18n/i18n.ts'),
    finds: 'sw imports only the doors',
  },
  {
    title: 'src imports the door of sync',
    path: 'src/features/chat/a.ts',
    source: use('../../../sync/index.ts'),
    finds: undefined,
  },
  {
    title: 'src imports the door of the HTTP client',
    path: 'src/session/a.ts',
    source: use('../../sync/http.ts'),
    finds: undefined,
  },
  {
    title: 'src imports no inside of sync',
    path: 'src/features/chat/b.ts',
    source: use('../../../sync/outbox/enqueue.ts'),
    finds: 'src imports only the doors',
  },
  {
    title: 'src imports no server',
    path: 'src/main.ts',
    source: use('../server/app.ts'),
    finds: 'src imports only the doors',
  },
  {
    title: 'server imports its own module named sync',
    path: 'server/modules/chats/a.ts',
    source: use('../sync/queries.ts'),
    finds: undefined,
  },
  {
    title: 'server imports no engine',
    path: 'server/modules/chats/b.ts',
    source: use('../../../sync/index.ts'),
    finds: `server ${doors}`,
  },
  {
    title: 'server imports no inside of protocol',
    path: 'server/app.ts',
    source: use('../protocol/ids.ts'),
    finds: `server ${doors}`,
  },
  {
    title: 'a test imports test support',
    path: 'server/a.test.ts',
    source: use('../test/support/services.ts'),
    finds: undefined,
  },
  {
    title: 'what ships imports no test support',
    path: 'server/b.ts',
    source: use('../test/support/services.ts'),
    finds: 'Only tests may import',
  },
  {
    title: 'what ships imports no test library',
    path: 'sync/d.ts',
    source: use('fake-indexeddb'),
    finds: 'Only tests may import',
  },
  {
    title: 'components import no database',
    path: 'src/components/list.tsx',
    source: use('dexie'),
    finds: 'Components and routes',
  },
  {
    title: 'routes import no streams',
    path: 'src/routes/_auth/index.tsx',
    source: use('rxjs/operators'),
    finds: 'Components and routes',
  },
  {
    title: 'queries import the live query',
    path: 'src/queries/list.ts',
    source: use('dexie-react-hooks'),
    finds: undefined,
  },
  {
    title: 'sync asks a port for the time',
    path: 'sync/e.ts',
    source: value('Date.now()'),
    finds: "'Date.now'",
  },
  { title: 'sync makes no date of now', path: 'sync/f.ts', source: value('new Date()'), finds: 'clock port' },
  { title: 'sync makes a date of a time', path: 'sync/g.ts', source: value('new Date(5)'), finds: undefined },
  {
    title: 'sync asks a port for luck',
    path: 'sync/h.ts',
    source: value('Math.random()'),
    finds: "'Math.random'",
  },
  {
    title: 'sync asks a port for the network',
    path: 'sync/i.ts',
    source: value('navigator.onLine'),
    finds: 'navigator',
  },
  {
    title: 'sync asks a port for a timer',
    path: 'sync/j.ts',
    source: value('setTimeout(Date, 5)'),
    finds: 'setTimeout',
  },
  { title: 'sync asks a port to fetch', path: 'sync/k.ts', source: value("fetch('/')"), finds: 'fetch' },
  {
    title: 'the app has one HTTP client',
    path: 'src/f.ts',
    source: value("fetch('/')"),
    finds: 'HTTP client',
  },
  {
    title: 'also by way of the global object',
    path: 'sw/c.ts',
    source: value("globalThis.fetch('/')"),
    finds: 'HTTP client',
  },
  {
    title: 'also as a value that is called later',
    path: 'src/session/b.ts',
    source: value('{ fetch }'),
    finds: 'HTTP client',
  },
  {
    title: 'the HTTP client is made of fetch',
    path: 'sync/platform/http-client.ts',
    source: value("fetch('/')"),
    finds: undefined,
  },
  {
    title: 'the type of fetch and other things of that name are no calls',
    path: 'src/session/c.ts',
    source: 'export const call = (client: { fetch: typeof fetch }) => client.fetch;\n',
    finds: undefined,
  },
  {
    title: 'the worker hands files on as they come',
    path: 'sw/files.ts',
    source: value("fetch('/')"),
    finds: undefined,
  },
  {
    title: 'no native database',
    path: 'src/g.ts',
    source: value("indexedDB.open('a')"),
    finds: 'Dexie',
  },
  {
    title: 'no native key range',
    path: 'sync/platform/a.ts',
    source: value('IDBKeyRange.only(1)'),
    finds: 'Dexie',
  },
  {
    title: 'no native transaction',
    path: 'sync/outbox/a.ts',
    source: 'export const end = (transaction: IDBTransaction) => transaction.commit();\n',
    finds: 'Dexie',
  },
  {
    title: 'tests look at the database itself',
    path: 'sync/a.test.ts',
    source: value("indexedDB.open('a')"),
    finds: undefined,
  },
  {
    title: 'the platform is where ports are made',
    path: 'sync/platform/clock.ts',
    source: value('Date.now()'),
    finds: undefined,
  },
  {
    title: 'errors are told apart by kind',
    path: 'server/c.ts',
    source: "export const isLost = (error: Error) => error.message.includes('lost');\n",
    finds: "error's kind",
  },
  {
    title: 'tests draw from a seed',
    path: 'src/a.test.ts',
    source: value('Math.random()'),
    finds: "'Math.random'",
  },
  { title: 'no default exports', path: 'src/b.ts', source: 'export default 1;\n', finds: 'default export' },
  {
    title: 'tools may demand a default export',
    path: 'vite.config.ts',
    source: 'export default {};\n',
    finds: undefined,
  },
  {
    title: 'file names are kebab-case',
    path: 'src/components/ListRow.tsx',
    source: value('1'),
    finds: 'kebab-case',
  },
  {
    title: "routes have the router's names",
    path: 'src/routes/chats.$uniqueCode.tsx',
    source: value('1'),
    finds: undefined,
  },
  {
    title: 'no file over 500 lines',
    path: 'src/c.ts',
    source: value('1')
      .repeat(501)
      .replaceAll('value', () => 'value'),
    finds: 'lines',
  },
  {
    title: 'no console',
    path: 'server/d.ts',
    source: "export const say = () => console.log('x');\n",
    finds: 'console',
  },
  {
    title: 'scripts talk to people',
    path: 'scripts/a.ts',
    source: "export const say = () => console.log('x');\n",
    finds: undefined,
  },
  {
    title: 'no skipped tests',
    path: 'src/d.test.ts',
    source: "import { it } from 'vitest';\n\nit.skip('x', () => undefined);\n",
    finds: 'disable tests',
  },
  {
    title: 'no focused tests',
    path: 'src/e.test.ts',
    source: "import { it } from 'vitest';\n\nit.only('x', () => undefined);\n",
    finds: 'focus',
  },
  {
    title: 'styles have no raw colour',
    path: 'src/components/a.css.ts',
    source: value("{ color: '#fff' }"),
    finds: 'raw colour',
  },
  {
    title: 'styles have no colour function',
    path: 'src/components/b.css.ts',
    source: value("{ boxShadow: '0 1px rgb(0 0 0)' }"),
    finds: 'raw colour',
  },
  {
    title: 'styles have no z-index number',
    path: 'src/components/c.css.ts',
    source: value('{ zIndex: 3 }'),
    finds: 'z-index',
  },
  {
    title: 'styles have no physical side',
    path: 'src/components/d.css.ts',
    source: value('{ paddingLeft: 3 }'),
    finds: 'Logical',
  },
  {
    title: 'styles have no physical alignment',
    path: 'src/components/e.css.ts',
    source: value("{ textAlign: 'left' }"),
    finds: 'Logical',
  },
  {
    title: 'styles have logical sides',
    path: 'src/components/f.css.ts',
    source: value("{ paddingInlineStart: 3, textAlign: 'start' }"),
    finds: undefined,
  },
  {
    title: 'no promise is left to itself',
    path: 'server/e.ts',
    source: 'async function act(): Promise<void> {}\nexport function start(): void {\n  act();\n}\n',
    finds: 'Promise',
  },
  {
    title: 'no circle of imports, also of types alone',
    path: 'server/circle/a.ts',
    source: "import type { B } from './b.ts';\n\nexport type A = { b: B };\n",
    finds: 'cycle',
  },
  {
    title: 'no circle of imports, seen from its other end',
    path: 'server/circle/b.ts',
    source: "import type { A } from './a.ts';\n\nexport type B = A[];\n",
    finds: 'cycle',
  },
];

let folder = '';
let findings = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tambay-lint-'));
  const config = JSON.parse(await readFile(inRoot('biome.json'), 'utf8'));
  await writeFile(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
  await cp(inRoot('scripts/lint'), join(folder, 'scripts/lint'), { recursive: true });
  for (const { path, source } of cases) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), source);
  }
  findings = await lint(folder);
});

afterAll(() => rm(folder, { recursive: true }));

/** What Biome says of each file, by path. */
async function lint(cwd: string): Promise<Map<string, string>> {
  const biome = inRoot('node_modules/@biomejs/biome/bin/biome');
  const output = await new Promise<string>((resolve) => {
    const args = [biome, 'lint', '--reporter=github', '--max-diagnostics=none', '.'];
    execFile(process.execPath, args, { cwd, maxBuffer: 10_000_000 }, (_, stdout) => resolve(stdout));
  });
  const found = new Map<string, string>();
  for (const match of output.matchAll(/file=([^,\n]+),[^\n]*?::([^\n]*)/g)) {
    const path = (match[1] ?? '').replace(`${cwd}/`, '');
    found.set(path, `${found.get(path) ?? ''}${match[2]}\n`);
  }
  return found;
}

describe('lint', () => {
  it.each(cases)('$title', ({ path, finds }) => {
    if (finds === undefined) expect(findings.get(path)).toBeUndefined();
    else expect(findings.get(path)).toContain(finds);
  });
});
