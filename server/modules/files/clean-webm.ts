const SEGMENT = 0x18538067;
const TAGS = 0x1254c367;
const INFO = 0x1549a966;
const ATTACHMENTS = 0x1941a469;
/** Inside Info: who wrote it with what, when, and under which name. */
const TELLING_INFO = new Set([0x4461, 0x4d80, 0x5741, 0x7ba9, 0x7384]);
const VOID = 0xec;

type Element = { id: number; idLength: number; body: number; next: number };

/** Empties a WebM file's tags, attachments and writing notes in place: each becomes a `Void` of the same size. */
export const cleanWebm = (bytes: Uint8Array): boolean => {
  const walk = (start: number, end: number, visit: (element: Element, at: number) => boolean): boolean => {
    let at = start;
    while (at < end) {
      const element = readElement(bytes, at, end);
      if (element === null) return false;
      if (!visit(element, at)) return false;
      at = element.next;
    }
    return true;
  };
  const visitInfo = (element: Element, at: number): boolean => {
    if (TELLING_INFO.has(element.id)) toVoid(bytes, at, element);
    return true;
  };
  const visitSegment = (element: Element, at: number): boolean => {
    if (element.id === TAGS || element.id === ATTACHMENTS) toVoid(bytes, at, element);
    return element.id !== INFO || walk(element.body, element.next, visitInfo);
  };
  return walk(0, bytes.byteLength, (element) =>
    element.id === SEGMENT ? walk(element.body, element.next, visitSegment) : true,
  );
};

/** Keeps id and size where they are, in length: the id shrinks to one byte, and the size's field takes what is freed. */
const toVoid = (bytes: Uint8Array, at: number, { body, next }: Element): void => {
  bytes.fill(0, at, next);
  bytes[at] = VOID;
  const sizeLength = body - at - 1;
  let size = next - body;
  for (let index = sizeLength; index >= 1; index -= 1) {
    bytes[at + index] = size % 256;
    size = Math.floor(size / 256);
  }
  bytes[at + 1] = (bytes[at + 1] ?? 0) | (0x80 >> (sizeLength - 1));
};

const readElement = (bytes: Uint8Array, at: number, end: number): Element | null => {
  const idLength = lengthOf(bytes[at] ?? 0);
  if (idLength > 4 || at + idLength >= end) return null;
  let id = 0;
  for (let index = 0; index < idLength; index += 1) id = id * 256 + (bytes[at + index] ?? 0);
  const sizeAt = at + idLength;
  const sizeLength = lengthOf(bytes[sizeAt] ?? 0);
  if (sizeLength > 8 || sizeAt + sizeLength > end) return null;
  let size = (bytes[sizeAt] ?? 0) & (0xff >> sizeLength);
  let isUnknown = size === 0xff >> sizeLength;
  for (let index = 1; index < sizeLength; index += 1) {
    const byte = bytes[sizeAt + index] ?? 0;
    isUnknown &&= byte === 0xff;
    size = size * 256 + byte;
  }
  const body = sizeAt + sizeLength;
  // A live recording does not know its length: it reaches to the end.
  const next = isUnknown ? end : body + size;
  return next > end ? { id, idLength, body, next: end } : { id, idLength, body, next };
};

/** How many bytes a number of EBML takes: one more than the zeros it begins with; 9 when it is none. */
const lengthOf = (first: number): number => Math.clz32(first) - 24 + 1;
