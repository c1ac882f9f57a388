import { randomInt } from 'node:crypto';

const LOWEST = 10;
const ABOVE = 100;

/** Three different numbers of two digits, and which of them the new device shows. */
export const drawNumbers = (): { number: number; numbers: number[] } => {
  const drawn = new Set<number>();
  while (drawn.size < 3) drawn.add(randomInt(LOWEST, ABOVE));
  const numbers = [...drawn];
  return { number: numbers[randomInt(numbers.length)] ?? LOWEST, numbers };
};
