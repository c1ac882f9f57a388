import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A regular expression as it stands in a source file. */
export type Pattern = { where: string; source: string; flags: string };
export type Found = {
  patterns: Pattern[];
  /** Places that build one at run time (`new RegExp`). */
  built: string[];
  /** Places that call `normalize` by themselves. */
  normalizing: string[];
};

const ROOT = join(import.meta.dirname, '../../..');

type Node = Record<string, unknown> & { type: string; start: number };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nodesIn = function* (value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  if (!isNode(value)) return;
  yield value;
  for (const [key, child] of Object.entries(value)) if (key !== 'parent') yield* nodesIn(child);
};

const nameOf = (value: unknown): unknown => (isNode(value) ? value.name : undefined);

/** Reads the whole source: what ships, without tests. Literals are read by a parser, so that none is missed. */
export const findPatterns = (): Found => {
  const found: Found = { patterns: [], built: [], normalizing: [] };
  const files = globSync('{protocol,sync,sw,src,server}/**/*.{ts,tsx}', { cwd: ROOT });
  for (const file of files) {
    if (/\.test\.tsx?$|\/testing\/|\.gen\.ts$/.test(file)) continue;
    const code = readFileSync(join(ROOT, file), 'utf8');
    const { program, errors } = parseSync(file, code);
    if (errors.length > 0) throw new Error(`${file} cannot be read`);
    for (const node of nodesIn(program)) {
      if (node.type === 'Literal' && typeof node.regex === 'object' && node.regex !== null) {
        const { pattern, flags } = { pattern: '', flags: '', ...node.regex };
        const where = `${file}:${code.slice(0, node.start).split('\n').length}`;
        found.patterns.push({ where, source: pattern, flags });
      }
      if (node.type !== 'NewExpression' && node.type !== 'CallExpression') continue;
      if (nameOf(node.callee) === 'RegExp') found.built.push(file);
      const { callee } = node;
      const [form] = Array.isArray(node.arguments) ? node.arguments : [];
      // Also one that is named by a variable.
      const isForm = isNode(form) && (typeof form.value !== 'string' || form.value.startsWith('NF'));
      if (isNode(callee) && nameOf(callee.property) === 'normalize' && isForm) found.normalizing.push(file);
    }
  }
  return found;
};
