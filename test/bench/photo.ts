import sharp from 'sharp';

/** A picture that weighs like a photo: grain over soft shapes, with the place in it. */
export const photoOf = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .blur(1)
    .jpeg({ quality: 92 })
    .withExif({ IFD0: { Make: 'Telepono' }, IFD3: { GPSLatitude: '14/1 35/1 0/1' } })
    .toBuffer();
