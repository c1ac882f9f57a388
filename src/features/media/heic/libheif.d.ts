/** What is used of the library. Its own types are those of the bindings, and say nothing of the two classes around them. */
declare module 'libheif-js/libheif/libheif.js' {
  type HeifImage = {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Fills the pixels, RGBA; null when the picture cannot be decoded. */
    display(into: ImageData, done: (pixels: ImageData | null) => void): void;
  };
  const open: () => {
    /** @returns every picture of the file that is no part of another; none for what is no HEIF */
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  };

  export = open;
}
