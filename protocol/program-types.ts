/** Programs, by the media types that `file-type` gives them. Refused by the server, and said on the device before anything is sent. */
export const PROGRAM_TYPES: ReadonlySet<string> = new Set([
  'application/vnd.microsoft.portable-executable',
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/java-vm',
  'application/x-shockwave-flash',
  'application/vnd.android.package-archive',
  'application/x-chrome-extension',
]);
