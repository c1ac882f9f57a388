import type { MediaSize } from '../mutations/media-sizes.ts';
import type { Voice } from '../mutations/voices.ts';
import { z } from '../zod.ts';

export const mediaKind = z.enum(['image', 'video', 'file']);
export type MediaKind = z.infer<typeof mediaKind>;

/**
 * An attachment as the row that carries it (a message, a post) describes it, so that a frame of the right size stands
 * before the first byte has come. `awaited`: the text was faster, its sender is still sending the bytes. `withdrawn`: the
 * sender has given that up (no `mime`: it never came), or it was a forwarded copy and its original is gone. The size is what its sender's device has
 * measured, if it said so; what only the bytes can tell is null until they are there. The bytes are at `GET /api/v1/files/{id}`.
 */
export const media = z.object({
  id: z.uuid(),
  state: z.enum(['awaited', 'withdrawn', 'ready']),
  kind: mediaKind,
  mime: z.nullable(z.string()),
  size: z.nullable(z.int()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  blurhash: z.nullable(z.string()),
  /** Of files alone: the name of a picture may tell who took it, and when. */
  name: z.nullable(z.string()),
  /** The still picture of a video, itself a file; made on the sender's device. */
  posterId: z.nullable(z.uuid()),
  /** What it shows, in its sender's words; only where there are any. */
  alt: z.exactOptional(z.string()),
  /** Of sound and film: how long it plays. Of a voice message that is still to come, what its sender's device has measured. */
  durationMs: z.exactOptional(z.int()),
  /** Of a voice message alone (protocol/mutations/voices.ts). */
  waveform: z.exactOptional(z.string()),
});
export type Media = z.infer<typeof media>;

/** The words for a file, where somebody has written any. */
export const altOf = (alts: Readonly<Record<string, string>>, id: string): { alt?: string } =>
  alts[id] ? { alt: alts[id] } : {};

/** What is known of a sound, for the row that carries it. */
export const soundOf = (sound: {
  durationMs?: number | null | undefined;
  waveform?: string | null | undefined;
}): Pick<Media, 'durationMs' | 'waveform'> => ({
  ...(sound.durationMs == null ? {} : { durationMs: sound.durationMs }),
  ...(sound.waveform == null ? {} : { waveform: sound.waveform }),
});

type NamedFiles = {
  images?: readonly string[] | undefined;
  files?: readonly string[] | undefined;
  video?: string | null | undefined;
  alts?: Readonly<Record<string, string>> | undefined;
  sizes?: Readonly<Record<string, MediaSize>> | undefined;
  voices?: Readonly<Record<string, Voice>> | undefined;
};

/** What is known of files that are only named: in the order in which rows list them, images, files, video. */
export const awaitedMedia = ({
  images = [],
  files = [],
  video,
  alts = {},
  sizes = {},
  voices = {},
}: NamedFiles): Media[] => {
  const of = (kind: MediaKind, ids: readonly string[]): Media[] =>
    ids.map((id) => ({
      id,
      state: 'awaited',
      kind,
      mime: null,
      size: null,
      width: sizes[id]?.width ?? null,
      height: sizes[id]?.height ?? null,
      blurhash: null,
      name: null,
      posterId: null,
      ...altOf(alts, id),
      ...soundOf(voices[id] ?? {}),
    }));
  return [...of('image', images), ...of('file', files), ...of('video', video ? [video] : [])];
};
