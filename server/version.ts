import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '../protocol/index.ts';

const packageFile = join(import.meta.dirname, '..', 'package.json');

/** The version of this server, as the health check and the API description name it. */
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, 'utf8')));
