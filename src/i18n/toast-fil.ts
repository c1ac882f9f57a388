/** What a toast is called before its words. */
export const toastFil = {
  region: 'Mga paalala',
  success: 'Tagumpay',
  error: 'Error',
  info: 'Paalala',
  warning: 'Babala',
};
