import { DATA_SAVER_KEY } from '../features/media/data-saver-key.ts';

/**
 * A still picture of a screen, as plain data: elements with their attributes and texts. Built again with `createElement`,
 * never parsed as HTML.
 */
export type Drawn = string | [name: string, attributes: [name: string, value: string][], inside: Drawn[]];

/** What the picture is of. It is shown only where all of it still holds. */
export type LookConditions = {
  /** Whose: nobody else may see it, and at logout it goes with all of local storage. */
  readonly token: string;
  readonly language: string;
  /** Whatever changes how the same elements look: the release's styles, the size of texts, what is loaded on tap only. */
  readonly style: string;
};

const SVG = 'http://www.w3.org/2000/svg';
/** What moves, and what says how things stand just now. */
const LEFT_OUT = 'script, style, iframe, video, audio, [role="status"], [role="alert"], [aria-live]';

export const lookKey = (path: string): string => `tambay.look ${path}`;

const isKept = ([name, value]: readonly [string, string]): boolean =>
  !name.startsWith('on') && !value.startsWith('blob:');

/** @returns null where the picture would not be what the same screen shows first: something in it is scrolled */
export const drawFrom = (element: Element): Drawn[] | null => {
  const drawn: Drawn[] = [];
  for (const node of element.childNodes) {
    if (node instanceof Text) drawn.push(node.data);
    if (!(node instanceof Element) || node.matches(LEFT_OUT)) continue;
    if (node.scrollTop > 0 || node.scrollLeft > 0) return null;
    // Rows below the screen come with the app.
    if (node.getBoundingClientRect().top > innerHeight) continue;
    const inside = drawFrom(node);
    if (inside === null) return null;
    const attributes = [...node.attributes].map(({ name, value }): [string, string] => [name, value]);
    drawn.push([node.localName, attributes.filter(isKept), inside]);
  }
  return drawn;
};

/** Puts the picture into an element. What is not of its form is left out: it comes from local storage. */
export const drawInto = (parent: Element, drawn: unknown): void => {
  if (!Array.isArray(drawn)) return;
  for (const one of drawn) {
    if (typeof one === 'string') parent.append(one);
    if (!Array.isArray(one)) continue;
    const [name, attributes, inside]: unknown[] = one;
    if (typeof name !== 'string' || !Array.isArray(attributes)) continue;
    const isSvg = name === 'svg' || parent.namespaceURI === SVG;
    const element = isSvg ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of attributes) {
      // The policy for content allows styles that a script sets, not those of an attribute.
      if (key === 'style') element.style.cssText = String(value);
      else if (isKept([String(key), String(value)])) element.setAttribute(String(key), String(value));
    }
    drawInto(element, inside);
    parent.append(element);
  }
};

const conditionsNow = (token: string): LookConditions => {
  const { lang, dataset } = document.documentElement;
  const sheet = document.querySelector('link[rel="stylesheet"][href^="/assets/"]')?.getAttribute('href');
  const saver = localStorage.getItem(DATA_SAVER_KEY);
  return { token, language: lang, style: [sheet, dataset['textSize'], saver].join(' ') };
};

/** As wide as it was kept. `innerWidth` lays the page out to know, so it is asked only where a new process has no window yet. */
const isAsWide = (outer: unknown, inner: unknown): boolean =>
  outerWidth === 0 ? innerWidth === inner : outerWidth === outer;

/** Changes with everything that a picture kept now would be shown under, but for `innerWidth`. */
export const lookTerms = (token: string): string =>
  JSON.stringify({ ...conditionsNow(token), outer: outerWidth });

/** @param token the member's; the picture is theirs alone */
export const toStoredLook = (token: string, drawn: readonly Drawn[]): string =>
  JSON.stringify({ ...conditionsNow(token), outer: outerWidth, inner: innerWidth, drawn });

/** @returns what `drawInto` takes; null where there is no picture, or one of something else */
export const fromStoredLook = (stored: string | null, token: string): unknown => {
  if (stored === null) return null;
  const look: unknown = JSON.parse(stored);
  if (typeof look !== 'object' || look === null) return null;
  if (!('drawn' in look && 'outer' in look && 'inner' in look)) return null;
  const { drawn, outer, inner, ...conditions } = look;
  if (!isAsWide(outer, inner)) return null;
  return JSON.stringify(conditions) === JSON.stringify(conditionsNow(token)) ? drawn : null;
};
