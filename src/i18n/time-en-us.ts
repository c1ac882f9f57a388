/** How long ago. */
export const timeEnUs = {
  aSecondAgo: 'a second ago',
  aFewSecondsAgo: 'a few seconds ago',
  secondsAgo_one: '{{count}} second ago',
  secondsAgo_other: '{{count}} seconds ago',
  minutesAgo_one: '{{count}} minute ago',
  minutesAgo_other: '{{count}} minutes ago',
  hoursAgo_one: '{{count}} hour ago',
  hoursAgo_other: '{{count}} hours ago',
  daysAgo_one: '{{count}} day ago',
  daysAgo_other: '{{count}} days ago',
};
