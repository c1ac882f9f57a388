import type { enUs } from './en-us.ts';

type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };

/** The shape every language must have, derived from the source language. */
export type Messages = Translated<typeof enUs>;

type Path<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Path<T[K]>}`;
}[keyof T & string];

type WithoutPlural<K extends string> = K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K;

/** A text as code names it: `friends.accept`, or the stem of a plural pair. */
export type MessageKey = WithoutPlural<Path<Messages>>;
