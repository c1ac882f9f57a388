export type OddPicture = 'heic' | 'tiff' | 'bmp';

const TYPES: readonly (readonly [OddPicture, RegExp])[] = [
  ['heic', /^image\/hei[cf](?:-sequence)?$/],
  ['tiff', /^image\/tiff?$/],
  ['bmp', /^image\/(?:x-)?(?:ms-|windows-)?bmp$/],
];
/** Systems that do not know a type give none: then the name tells. */
const NAMES: readonly (readonly [OddPicture, RegExp])[] = [
  ['heic', /\.hei[cf]$/i],
  ['tiff', /\.tiff?$/i],
  ['bmp', /\.(?:bmp|dib)$/i],
];

/**
 * A picture that is not of the web: some browsers draw it, and of these the server draws TIFF alone
 * (server/modules/files/judge-type.ts).
 */
export const oddPictureOf = ({ type, name }: Pick<File, 'type' | 'name'>): OddPicture | null => {
  const isKnown = type !== '' && type !== 'application/octet-stream';
  const found = isKnown
    ? TYPES.find(([, pattern]) => pattern.test(type))
    : NAMES.find(([, pattern]) => pattern.test(name));
  return found?.[0] ?? null;
};
