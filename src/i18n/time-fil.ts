import type { Messages } from './messages.ts';

/** Gaano na katagal. */
export const timeFil: Messages['time'] = {
  aSecondAgo: 'kani-kanina lang',
  aFewSecondsAgo: 'ilang segundo na ang nakalipas',
  secondsAgo_one: '{{count}} segundo na ang nakalipas',
  secondsAgo_other: '{{count}} segundo na ang nakalipas',
  minutesAgo_one: '{{count}} minuto na ang nakalipas',
  minutesAgo_other: '{{count}} minuto na ang nakalipas',
  hoursAgo_one: '{{count}} oras na ang nakalipas',
  hoursAgo_other: '{{count}} oras na ang nakalipas',
  daysAgo_one: '{{count}} araw na ang nakalipas',
  daysAgo_other: '{{count}} araw na ang nakalipas',
};
