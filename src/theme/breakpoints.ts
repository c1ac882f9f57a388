/**
 * From here up the app has two panes and a rail instead of a bottom bar: 768 px, and more where the browser's letters are
 * larger, because beside another pane a name of large letters would end after a few of them. Media queries and code share
 * the number.
 */
export const WIDE_MIN_EM = 48;
