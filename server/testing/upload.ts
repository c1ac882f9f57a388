import sharp from 'sharp';
import { fileResponse, type StoredFileAnswer } from '../../protocol/index.ts';
import type { openApi } from './api.ts';
import { multipartOf } from './multipart.ts';
import type { Person } from './world.ts';

/** A photo as a phone takes it: with the place and the camera in it. */
export const photo = (width = 60, height = 40, background = 'teal'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Telepono' }, IFD3: { GPSLatitude: '14/1 35/1 0/1' } })
    .toBuffer();

/** `POST /files` as a person, whatever it answers. */
export const postFile = async (
  api: Awaited<ReturnType<typeof openApi>>,
  person: Person,
  bytes: Uint8Array | string,
  {
    id,
    posterOf,
    filename = 'litrato.jpg',
  }: { id?: string | undefined; posterOf?: string; filename?: string } = {},
) => {
  const form = multipartOf([
    ...(id === undefined ? [] : [{ name: 'id', bytes: id }]),
    ...(posterOf === undefined ? [] : [{ name: 'posterOf', bytes: posterOf }]),
    { name: 'file', bytes, filename },
  ]);
  return api.app.inject({
    method: 'POST',
    url: '/api/v1/files',
    payload: form.payload,
    headers: { ...form.headers, authorization: `Bearer ${await api.tokenOf(person)}` },
  });
};

/** A picture of somebody that is stored. */
export const storedPhoto = async (
  api: Awaited<ReturnType<typeof openApi>>,
  person: Person,
  id?: string,
  details: { posterOf?: string } = {},
): Promise<StoredFileAnswer> => {
  const answer = await postFile(api, person, await photo(), { id, ...details });
  return fileResponse.parse(answer.json()).data;
};
