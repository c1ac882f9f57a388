const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: readonly [RegExp, string][], userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Browser and system by the names people know them by, as far as the browser says. */
export const deviceOf = (userAgent: string | undefined) => ({
  browser: nameIn(BROWSERS, userAgent ?? '') ?? null,
  device: nameIn(SYSTEMS, userAgent ?? '') ?? null,
});

/** A name by which a member recognises a device in the list of sessions: "Chrome on Android". */
export const deviceNameOf = (userAgent: string | undefined): string => nameOfDevice(deviceOf(userAgent));

export const nameOfDevice = ({ browser, device }: ReturnType<typeof deviceOf>): string =>
  browser && device ? `${browser} on ${device}` : (browser ?? device ?? 'Unknown device');
