/** From here up the app has two panes and a rail instead of a bottom bar. Media queries and code share the number. */
export const WIDE_MIN_PX = 768;
