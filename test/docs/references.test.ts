import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/**/*.md', '{protocol,sync,sw,src,server,test}/**/*.md'], { cwd: ROOT });
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** The anchor that a heading gets: GitHub's rule. */
const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\- _]/gu, '')
      .replaceAll(' ', '-'),
  );

/** `npm run screens` makes it; git ignores it. */
const isMade = (path: string): boolean => path.startsWith('docs/screens/');

describe('the documents', () => {
  it('name only files and folders that exist', () => {
    const named = pages.flatMap((page) =>
      [...textOf(page).matchAll(/`((?:docs|protocol|scripts|server|src|sw|sync|test)\/[\w./$-]*)`/g)].map(
        ([, path = '']) => ({ page, path }),
      ),
    );
    expect(named.length).toBeGreaterThan(200);
    // Readmes inside a folder may name paths from there.
    const missing = named.filter(
      ({ page, path }) =>
        !isMade(path) && !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, dirname(page), path)),
    );
    expect(missing).toEqual([]);
  });

  it('link only to pages and headings that exist', () => {
    const links = pages.flatMap((page) =>
      [...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(
        ([, path = '', anchor = '']) => ({
          page,
          path: path === '' ? page : normalize(join(dirname(page), path)),
          anchor,
        }),
      ),
    );
    expect(links.length).toBeGreaterThan(80);
    const broken = links.filter(
      ({ path, anchor }) =>
        !existsSync(join(ROOT, path)) || (anchor !== '' && !anchorsOf(path).includes(anchor)),
    );
    expect(broken).toEqual([]);
  });

  it('have each decision record in their list', () => {
    const records = globSync('docs/decisions/[0-9]*.md', { cwd: ROOT }).map((path) => path.split('/').at(-1));
    const listed = [...textOf('docs/decisions/README.md').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(
      ([, name]) => name,
    );
    expect(listed).toEqual(records.toSorted());
  });
});
