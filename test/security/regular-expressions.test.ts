import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { findPatterns } from './texts/find-patterns.ts';

/** Reading the whole source and all modules, on a machine that has other things to do. */
const START_MAX_MS = 240_000;
/** Only a hang is judged: what is linear takes milliseconds for each text, what is not takes minutes. */
const SILENCE_MAX_MS = 30_000;

/** Runs the tasks from one number on. @returns the task that hung, or null at the end */
const runFrom = (start: number): Promise<{ index: number; name: string } | null> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'texts/child.ts'), String(start)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let current = { index: start, name: 'nothing' };
    let isHung = false;
    let isDone = false;
    const giveUp = (): void => {
      isHung = true;
      child.kill('SIGKILL');
    };
    let timer = setTimeout(giveUp, START_MAX_MS);
    createInterface({ input: child.stdout }).on('line', (line) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, SILENCE_MAX_MS);
      const [, index, name] = /^begin (\d+) (.*)$/.exec(line) ?? [];
      if (index !== undefined && name !== undefined) current = { index: Number(index), name };
      isDone ||= line === 'end';
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      if (isHung) resolve(current);
      else if (isDone && code === 0) resolve(null);
      else reject(new Error(`Ended with ${code} at ${current.name}`));
    });
  });

/** What is built at run time, and where it meets adversarial text: a new one belongs here and into texts/child.ts. */
const BUILT: Record<string, string> = {
  'protocol/calls/notifications.ts': 'the schemas of its calls',
  'server/modules/auth/oidc/flow-cookie.ts': 'flowCookie()',
  'server/modules/sync/pull/device-cookie.ts': 'deviceCookie()',
  'server/plugins/first-pages.ts': 'none: it is made of a word of ours and meets our own policy',
  'src/components/message-text.ts': 'splitMessage()',
  'sync/links/split-links.ts': 'splitLinks()',
  'protocol/search-words.ts': 'foldText(), wantedOf(), hasWords(), hitsIn()',
};

/** Unicode's normal forms sort marks by insertion: a run of them takes the square of its length. */
const NORMALIZING = ['protocol/normalize-text.ts', 'protocol/search-words.ts'];

describe('100 kB of text that nearly matches', () => {
  it('hang no regular expression, no function that reads texts and no schema', {
    timeout: 900_000,
  }, async () => {
    const hung: string[] = [];
    for (let next = 0; ; ) {
      const task = await runFrom(next);
      if (task === null) break;
      hung.push(task.name);
      next = task.index + 1;
    }
    expect(hung).toEqual([]);
  });

  it('meet every expression of the source: those that are built at run time are listed', () => {
    const { patterns, built, normalizing } = findPatterns();
    expect(patterns.length).toBeGreaterThan(100);
    expect(new Set(built)).toEqual(new Set(Object.keys(BUILT)));
    expect(new Set(normalizing)).toEqual(new Set(NORMALIZING));
  });
});
