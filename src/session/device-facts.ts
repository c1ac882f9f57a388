const DEVICE_DATABASE = 'tambay-device';

/** Whether anybody was ever signed in on this device. Browsers that do not list databases are asked the long way. */
export const isDeviceKnown = async (): Promise<boolean> => {
  if (!('indexedDB' in globalThis)) return false;
  if (indexedDB.databases === undefined) return true;
  const databases = await indexedDB.databases().catch(() => []);
  return databases.some(({ name }) => name === DEVICE_DATABASE);
};

/** SHA-256 as base64url, the form in which the server knows a token; null on plain http, where browsers offer none. */
export const hashToken = async (token: string): Promise<string | null> => {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) return null;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(token));
  const binary = String.fromCharCode(...new Uint8Array(digest));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
