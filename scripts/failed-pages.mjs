import { listFiles, readText } from './files.mjs';

const LINES_MAX = 60;
const ERROR_LINES_MAX = 15;

/**
 * Why a story failed and what stood on the page then, as Playwright wrote it beside the picture: a machine that is gone
 * afterwards leaves its log alone, and of that often the end alone.
 * @param {string} context the text of an `error-context.md`
 */
export function failedPage(context) {
  const title = /^- Name: (.*)$/m.exec(context)?.[1] ?? 'a story';
  const error = /^# Error details\n+```\n([\s\S]*?)^```$/m.exec(context)?.[1] ?? '';
  // The line of the test that failed, which Playwright marks in the source it prints.
  const line = /^> *\d+ \|.*$/m.exec(context)?.[0] ?? '';
  const page = /^```yaml\n([\s\S]*?)^```$/m.exec(context)?.[1] ?? '(nothing was seen)\n';
  const lines = page.trimEnd().split('\n');
  const more = lines.length > LINES_MAX ? [`… ${lines.length - LINES_MAX} more lines`] : [];
  const why = [...error.trim().split('\n').slice(0, ERROR_LINES_MAX), line].filter(
    (text) => text.trim() !== '',
  );
  return [`The page of ${title}:`, ...lines.slice(0, LINES_MAX), ...more, ...why].join('\n');
}

/** @returns {string[]} one text for each attempt that failed in the last run */
export const failedPages = () =>
  listFiles('test-results/browser')
    .filter((path) => path.endsWith('/error-context.md'))
    .map((path) => failedPage(readText(path) ?? ''));
