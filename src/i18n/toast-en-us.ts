/** What a toast is called before its words. */
export const toastEnUs = {
  region: 'Notices',
  success: 'Success',
  error: 'Error',
  info: 'Note',
  warning: 'Warning',
} as const;
