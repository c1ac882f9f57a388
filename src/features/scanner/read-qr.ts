import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap.js';
import GlobalHistogramBinarizer from '@zxing/library/esm/core/common/GlobalHistogramBinarizer.js';
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer.js';
import DecodeHintType from '@zxing/library/esm/core/DecodeHintType.js';
import QRCodeReader from '@zxing/library/esm/core/qrcode/QRCodeReader.js';
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource.js';

export type Pixels = Pick<ImageData, 'data' | 'width' | 'height'>;

const hints = new Map([[DecodeHintType.TRY_HARDER, true]]);

type Weights = readonly [red: number, green: number, blue: number];
/** How bright the eye takes the colours (ITU-R BT.601). */
const EYE: Weights = [0.299, 0.587, 0.114];
/** Two colours may be of one brightness, as red on green, and far apart in one of these. */
const CHANNELS: readonly Weights[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const brightnessOf = ({ data, width, height }: Pixels, [red, green, blue]: Weights): Uint8ClampedArray => {
  const bright = new Uint8ClampedArray(width * height);
  for (let pixel = 0; pixel < bright.length; pixel += 1) {
    const at = 4 * pixel;
    bright[pixel] = red * (data[at] ?? 0) + green * (data[at + 1] ?? 0) + blue * (data[at + 2] ?? 0);
  }
  return bright;
};

/** Light on dark is as good a code (ISO/IEC 18004, 6.2: reflectance reversal). */
const invert = (bright: Uint8ClampedArray): Uint8ClampedArray => bright.map((value) => 255 - value);

const decode = (bright: Uint8ClampedArray, { width, height }: Pixels): string | null => {
  const source = new RGBLuminanceSource(bright, width, height);
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

/**
 * The text of the QR code in a picture, dark on light or light on dark; null when there is none that can be read.
 * @param isThorough in each colour by itself, too: takes four times as long where there is nothing
 */
export const readQr = (pixels: Pixels, isThorough = false): string | null => {
  for (const weights of isThorough ? [EYE, ...CHANNELS] : [EYE]) {
    const bright = brightnessOf(pixels, weights);
    const text = decode(bright, pixels) ?? decode(invert(bright), pixels);
    if (text !== null) return text;
  }
  return null;
};
