import { listFiles, readText } from './files.mjs';

const LINES_MAX = 60;

/**
 * What stood on the page when a story failed, as Playwright wrote it beside the picture: a machine that is gone afterwards
 * leaves its log alone.
 * @param {string} context the text of an `error-context.md`
 */
export function failedPage(context) {
  const title = /^- Name: (.*)$/m.exec(context)?.[1] ?? 'a story';
  const page = /^```yaml\n([\s\S]*?)^```$/m.exec(context)?.[1] ?? '(nothing was seen)\n';
  const lines = page.trimEnd().split('\n');
  const more = lines.length > LINES_MAX ? [`… ${lines.length - LINES_MAX} more lines`] : [];
  return [`The page of ${title}:`, ...lines.slice(0, LINES_MAX), ...more].join('\n');
}

/** @returns {string[]} one text for each attempt that failed in the last run */
export const failedPages = () =>
  listFiles('test-results/browser')
    .filter((path) => path.endsWith('/error-context.md'))
    .map((path) => failedPage(readText(path) ?? ''));
