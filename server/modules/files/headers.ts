const INLINE =
  /^(?:image\/(?:webp|avif|png|jpeg|gif)|video\/(?:mp4|webm|quicktime)|audio\/[\w.+-]+|application\/pdf)$/;

/**
 * The bytes of an id never change, so a browser need not ask for them again. It keeps them for the session that read them:
 * with another token, as after somebody else has signed in, it asks.
 */
const FILE_CACHING = { 'cache-control': 'private, max-age=31536000, immutable', vary: 'authorization' };

/**
 * What goes with every uploaded byte (docs/decisions/0010): the browser takes it for what we say, runs nothing of it, lets
 * no other site embed it, and opens by itself only what it can only show.
 */
export const fileHeaders = (mime: string, name: string | null): Record<string, string> => ({
  'content-type': mime,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'content-disposition': disposition(INLINE.test(mime) ? 'inline' : 'attachment', name),
  'accept-ranges': 'bytes',
  ...FILE_CACHING,
});

/** RFC 6266, with the name in RFC 8187's encoding alone: what is not plain never reaches the header. */
const disposition = (kind: 'inline' | 'attachment', name: string | null): string => {
  if (name === null) return kind;
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
};

export type RangeAnswer =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' };

/** One range (RFC 9110 §14.2). Several at once, or an unknown unit, are answered with the whole file. */
export const readRange = (header: string | undefined, size: number): RangeAnswer => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return { kind: 'whole' };
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (last !== '' && Number(last) < start)) return { kind: 'unsatisfiable' };
  return { kind: 'part', start, end };
};
