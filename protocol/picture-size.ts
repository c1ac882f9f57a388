/** What a browser and WebP can draw in one piece. */
const SIDE_DRAWN_MAX = 16_000;
/** From this shape on a picture is a long screenshot or a panorama, and is made smaller by its area. */
const LONG_RATIO = 2.5;
/** A column of text is readable at this width. */
const NARROW_SIDE = 1_080;

/**
 * The size at which a picture is kept, in pixels: within a square of `sideMax`, but a long screenshot no narrower than its
 * text needs, as long as its area stays within that of two such squares.
 */
export const fitPicture = (
  { width, height }: { width: number; height: number },
  sideMax: number,
): { width: number; height: number } => {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const byArea = Math.sqrt((2 * sideMax * sideMax) / (width * height));
  const readable = Math.min(NARROW_SIDE / short, byArea, SIDE_DRAWN_MAX / long);
  const scale = Math.min(1, Math.max(sideMax / long, long > LONG_RATIO * short ? readable : 0));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};
