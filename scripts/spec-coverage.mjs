// Every demand of the specification, one by one, with the test that proves it or the issue that brings it.
// The table is test/spec/coverage.json: { "<section>": [item, …] }, an item being
//   { "id": "route.home", "says": "what the specification says", "text"?: "the exact words on the screen",
//     "tests": ["title of a test", …] }     done, and this proves it
//   { …, "later": 5 }                       not yet; issue 5 brings it
// A test is found by its whole title among the test files; `text` has to occur in the sources that hold words.
import { listFiles, readText } from './files.mjs';

export const tablePath = 'test/spec/coverage.json';

const testFolders = ['protocol', 'sync', 'sw', 'src', 'server', 'test'];
const wordSources = ['src/i18n', 'protocol', 'server'];
const isTest = (/** @type {string} */ path) => /\.test\.tsx?$/.test(path);
const isSource = (/** @type {string} */ path) => /\.tsx?$/.test(path) && !isTest(path);

/**
 * @typedef {{ id: string, says: string, text?: string, tests?: string[], later?: number }} Item
 * @param {Record<string, Item[]>} table
 * @param {{ tests: string, words: string }} sources all test files, and all files that hold words
 * @returns {{ done: number, later: number, problems: string[] }}
 */
export function checkCoverage(table, sources) {
  const items = Object.values(table).flat();
  const tests = withoutEscapes(sources.tests);
  const words = withoutEscapes(sources.words);
  const ids = new Set();
  /** @type {string[]} */
  const problems = [];
  for (const item of items) {
    const report = (/** @type {string} */ problem) => problems.push(`${item.id}: ${problem}`);
    if (ids.has(item.id)) report('is listed twice');
    ids.add(item.id);
    if ((item.tests === undefined) === (item.later === undefined)) report('needs either "tests" or "later"');
    if (item.later !== undefined && !(Number.isInteger(item.later) && item.later >= 2 && item.later <= 8)) {
      report(`issue ${item.later} does not exist`);
    }
    if (item.tests === undefined) continue;
    if (item.tests.length === 0) report('is done without a test');
    for (const title of item.tests) if (!isQuoted(tests, title)) report(`no test has the title "${title}"`);
    if (item.text !== undefined && !words.includes(item.text))
      report(`no source has the words "${item.text}"`);
  }
  const done = items.filter((item) => item.tests !== undefined).length;
  return { done, later: items.length - done, problems };
}

const withoutEscapes = (/** @type {string} */ source) => source.replaceAll(/\\(['"`])/g, '$1');

/**
 * @param {string} source
 * @param {string} text
 */
function isQuoted(source, text) {
  return ["'", '"', '`'].some((quote) => source.includes(quote + text + quote));
}

/** Reads the repository, prints what is wrong and one line of sum. Gives an exit code. */
export function reportSpecCoverage() {
  const read = (/** @type {string[]} */ paths) => paths.map((path) => readText(path) ?? '').join('\n');
  const table = readText(tablePath);
  if (table === undefined) {
    console.error(`${tablePath} is missing`);
    return 1;
  }
  const { done, later, problems } = checkCoverage(JSON.parse(table), {
    tests: read(testFolders.flatMap(listFiles).filter(isTest)),
    words: read(wordSources.flatMap(listFiles).filter(isSource)),
  });
  for (const problem of problems) console.error(`  ${problem}`);
  console.log(
    `Specification: ${done} of ${done + later} items done, ${later} in later issues, ${problems.length} problems`,
  );
  return problems.length === 0 ? 0 : 1;
}
