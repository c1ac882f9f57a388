import { expect, it } from 'vitest';
import { failedPage } from './failed-pages.mjs';

const contextOf = (page: string) =>
  `# Test info\n\n- Name: e2e/a.test.ts >> sends\n- Location: e2e/a.test.ts:3:1\n\n# Error details\n\n\`\`\`\nError: no\n\`\`\`\n\n\`\`\`yaml\n${page}\`\`\`\n\n# Test source\n\n  3 | a\n> 4 | b\n`;

it('shows what stood on the page of a story that failed, and why it failed', () => {
  expect(failedPage(contextOf('- main:\n  - paragraph: no post\n'))).toBe(
    'The page of e2e/a.test.ts >> sends:\n- main:\n  - paragraph: no post\nError: no\n> 4 | b',
  );
});

it('cuts a long page, and says so where nothing was seen', () => {
  const long = failedPage(contextOf('- listitem\n'.repeat(100)));
  expect(long.split('\n')).toHaveLength(64);
  expect(long.split('\n')[61]).toBe('… 40 more lines');
  expect(failedPage('')).toBe('The page of a story:\n(nothing was seen)');
});
