/** How wide pictures are asked for: beside others in a bubble, and alone or in a feed. */
export const GRID_WIDTH = 320;
export const WIDE_WIDTH = 960;
