/** A drawn element as JSON: its name, its attributes and what it contains. A string is text. */
export type SnapshotNode = string | readonly [tag: string, attributes: Attributes, children: SnapshotNode[]];
type Attributes = Readonly<Record<string, string>>;

/** What is in an element with this attribute is true only now: it is left out. */
export const LIVE = 'data-live';
/** Holds the address of a link: no snapshot has a link of its own, because pressing it would load the page anew. */
export const ADDRESS = 'data-address';

const SVG = 'http://www.w3.org/2000/svg';
const SVG_TAG = /^(?:svg|path|circle|rect|line|polyline|polygon|ellipse|g)$/;
/** Nothing that runs, loads or embeds. */
const HTML_TAG =
  /^(?:div|span|p|a|button|ul|ol|li|section|main|nav|header|footer|h1|h2|h3|bdi|time|img|mark|em|strong)$/;
/** What decides the look: what styles look at, too. Names and roles are for those who read, and a snapshot is a picture. */
const LOOK =
  /^(?:class|style|dir|lang|alt|src|width|height|viewBox|d|c[xy]|r[xy]?|[xy][12]?|points|fill|stroke[a-z-]*|data-[a-z-]+|aria-current)$/;
const OWN_ADDRESS = /^\/(?!\/)/;

/** @returns null for what is not part of the picture */
export const toSnapshot = (element: Element): SnapshotNode | null => {
  const tag = element.localName;
  if (!HTML_TAG.test(tag) && !SVG_TAG.test(tag)) return null;
  const source = element.getAttribute('src');
  // A picture that only this page holds.
  if (source !== null && !OWN_ADDRESS.test(source)) return null;
  const attributes: Record<string, string> = {};
  for (const { name, value } of element.attributes) {
    if (name === 'href' && OWN_ADDRESS.test(value)) attributes[ADDRESS] = value;
    else if (LOOK.test(name)) attributes[name] = value;
  }
  const children: SnapshotNode[] = [];
  for (const child of element.hasAttribute(LIVE) ? [] : element.childNodes) {
    const node = child instanceof Element ? toSnapshot(child) : child instanceof Text ? child.data : null;
    if (node !== null && node !== '') children.push(node);
  }
  return [tag, attributes, children];
};

/**
 * Draws what was kept. It comes from the device's own database, and is looked at as if it did not: unknown shapes, elements
 * and attributes are left out.
 */
export const fromSnapshot = (node: unknown): Node | null => {
  if (typeof node === 'string') return document.createTextNode(node);
  if (!Array.isArray(node)) return null;
  const [tag, attributes, children]: unknown[] = node;
  if (typeof tag !== 'string') return null;
  const isSvg = SVG_TAG.test(tag);
  if (!isSvg && !HTML_TAG.test(tag)) return null;
  const element = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value !== 'string' || !LOOK.test(name)) continue;
    if (name === 'src' && !OWN_ADDRESS.test(value)) continue;
    // The content security policy allows no style attribute in markup; the CSSOM is not markup.
    if (name === 'style') element.style.cssText = value;
    else element.setAttribute(name, value);
  }
  for (const child of Array.isArray(children) ? children : []) {
    const drawn = fromSnapshot(child);
    if (drawn !== null) element.append(drawn);
  }
  return element;
};
