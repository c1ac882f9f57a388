/** How programs begin, in hexadecimal: Windows, Linux, macOS (four ways), Java, Flash (three), extensions of Chrome. */
const BEGINNINGS = /^(?:4d5a|7f454c46|feedfac[ef]|c[ef]faedfe|cafebabe|[465a]5753|43723234)/;
const PACKAGES = /\.apk$/i;

/** Whether the server will refuse a file as a program (server/modules/files/judge-type.ts): said before it is sent. */
export const isProgram = async (file: Pick<File, 'name' | 'slice'>): Promise<boolean> => {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const hex = [...head].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return PACKAGES.test(file.name) || BEGINNINGS.test(hex);
};
