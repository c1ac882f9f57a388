import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap.js';
import GlobalHistogramBinarizer from '@zxing/library/esm/core/common/GlobalHistogramBinarizer.js';
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer.js';
import DecodeHintType from '@zxing/library/esm/core/DecodeHintType.js';
import QRCodeReader from '@zxing/library/esm/core/qrcode/QRCodeReader.js';
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource.js';

export type Pixels = Pick<ImageData, 'data' | 'width' | 'height'>;

const hints = new Map([[DecodeHintType.TRY_HARDER, true]]);

/** How bright each pixel is, as the eye weighs the colours (ITU-R BT.601). */
const luminanceOf = ({ data, width, height }: Pixels): Uint8ClampedArray => {
  const bright = new Uint8ClampedArray(width * height);
  for (let pixel = 0; pixel < bright.length; pixel += 1) {
    const at = 4 * pixel;
    bright[pixel] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  }
  return bright;
};

/** The text of the QR code in a picture, or null when there is none that can be read. */
export const readQr = (pixels: Pixels): string | null => {
  const source = new RGBLuminanceSource(luminanceOf(pixels), pixels.width, pixels.height);
  // What is black is decided by the surroundings of each pixel, and where that finds nothing, once for the whole picture.
  for (const Binarizer of [HybridBinarizer, GlobalHistogramBinarizer]) {
    try {
      return new QRCodeReader().decode(new BinaryBitmap(new Binarizer(source)), hints).getText();
    } catch {
      // The library throws when it finds nothing, which is most of the time.
    }
  }
  return null;
};
