import type { vars } from './contract.css.ts';

type Tokens<T> = { [K in keyof T]: T[K] extends string ? string : Tokens<T[K]> };

/** A theme is nothing but these values; a missing one is a type error. */
export type ThemeTokens = Tokens<typeof vars>;
