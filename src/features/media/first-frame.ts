/**
 * The first frame of a picture that moves, as a picture that does not.
 * @throws DOMException for what is no picture
 */
export const firstFrameOf = async (file: File): Promise<File> => {
  const frame = await createImageBitmap(file);
  try {
    const canvas = new OffscreenCanvas(frame.width, frame.height);
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(frame);
    return new File([await canvas.convertToBlob({ type: 'image/png' })], file.name, { type: 'image/png' });
  } finally {
    frame.close();
  }
};
