import { PurgeCSS } from 'purgecss';

/** What is set from outside the markup: the reader's wishes (public/boot.js) and what the screens' own script says. */
const SET_LATER = ['data-theme', 'data-text-size', 'data-motion', 'data-waiting'];

/** What is there with the page itself does not come in; only what says that something is on its way moves. */
const STILL = '#root:not([data-screen^=loading]) *{animation:none}';

/**
 * The styles that a screen needs for its first paint: a tenth of all.
 *
 * @param html what is drawn, in every language and kind
 * @param sheets in the order in which a page links them
 * @returns one style sheet
 */
export async function firstStyles(html: string, sheets: readonly string[]): Promise<string> {
  const [{ css } = { css: '' }] = await new PurgeCSS().purge({
    content: [{ raw: html, extension: 'html' }],
    css: [{ raw: sheets.join('\n') }],
    defaultExtractor: (text) => text.match(/[\w-]+/g) ?? [],
    dynamicAttributes: SET_LATER,
    keyframes: true,
    variables: true,
    safelist: { standard: ['html', 'body'], keyframes: ['tambay-waiting'] },
  });
  return css + STILL;
}
