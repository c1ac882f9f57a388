/**
 * What phones take unless they are told otherwise (24.5 megapixels). Decoding takes 30 bytes a pixel, measured: 730 MB for such a
 * photo. One of 48 megapixels would end the page of most phones.
 */
export const HEIC_PIXELS_MAX = 25_000_000;
