/** @returns what a JSON text says (RFC 8259); undefined where it is none, or there is no text */
export const parseJson = (text: string | null): unknown => {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
