import { createHash } from 'node:crypto';

/** JSON with sorted keys: the same request in another key order is the same request. */
const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
  return `{${entries.join(',')}}`;
};

/** What an idempotency key stands for: the same key with another body is refused (`key_reused`). */
export const bodyHash = (name: string, version: number, body: unknown): Buffer =>
  createHash('sha256')
    .update(canonicalJson([name, version, body]))
    .digest();
