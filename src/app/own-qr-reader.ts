/** The part of the Barcode Detection API that is used here; TypeScript does not know it yet. */
export type OwnQrReader = { detect(picture: ImageData): Promise<readonly { rawValue: string }[]> };
type ReaderClass = {
  new (options: { formats: string[] }): OwnQrReader;
  getSupportedFormats(): Promise<string[]>;
};

/** The browser's own reader, where it can read QR codes: on a Mac without its library, say, it exists and reads none. */
export const openOwnQrReader = async (): Promise<OwnQrReader | null> => {
  const { BarcodeDetector } = globalThis as typeof globalThis & { BarcodeDetector?: ReaderClass };
  if (!BarcodeDetector) return null;
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => []);
  return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null;
};
