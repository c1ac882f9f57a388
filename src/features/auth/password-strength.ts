import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

// The English dictionaries would add four times as much to load for a hint that hardly changes.
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
/** Longer ones are strong enough, and cost time. */
const LENGTH_MAX = 64;

/** How long a password would stand against guessing: 0 at once, to 4 for ever. A quarter megabyte of words: loaded on demand. */
export const scorePassword = (password: string): number =>
  estimator.check(password.slice(0, LENGTH_MAX)).score;
