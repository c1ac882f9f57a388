import {
  type ErrorKind,
  LIMITS,
  type Media,
  type MediaKind,
  type MediaSize,
  type Voice,
} from '../../../protocol/index.ts';
import type { DraftFile, UploadRow } from '../../../sync/index.ts';

/** One thing in the tray, from the moment it was picked. */
export type Attachment = {
  /** Of the tray: the file's own id comes when it is kept. */
  readonly key: string;
  readonly id: string | null;
  readonly kind: MediaKind;
  readonly name: string;
  /** What will be sent; of a picture that is still being shrunk, what was picked. */
  readonly size: number;
  /** What was picked, while the tray knows it: null after a restart. */
  readonly original: File | null;
  readonly isOriginal: boolean;
  /** `asked`: the member has to say what it is to go as. */
  readonly state: 'preparing' | 'asked' | 'ready' | 'failed' | 'recording';
  /** Of what was recorded here. */
  readonly voice?: Voice;
  readonly error: ErrorKind | null;
  readonly alt: string;
  /** How wide and high it is drawn; null for what has no size, or none that this device can tell. Absent while it is measured. */
  readonly measures?: MediaSize | null;
  /** How wide and high it was when it was picked, as far as the device can tell; `measures` are of what is sent. */
  readonly picked?: MediaSize | null;
  /** Its bytes are on this device; not so of what a post that is edited has long had. */
  readonly isHere: boolean;
  /** A film that this device can make smaller, and playable everywhere. */
  readonly isConvertible?: boolean;
  /** Of a picture: whether the member has to be asked about it is known when it is prepared. */
  readonly mayMove?: boolean;
  /** The member has been asked, and what was chosen is being stored. */
  readonly isAnswered?: boolean;
  /** The picked file says where, when or with what it was made; what is sent does not. */
  readonly hasTraces?: boolean;
  /** It goes byte for byte, and may say where it was made. */
  readonly mayTell?: boolean;
};

/** Why something picked is not taken; each has its words. */
export type AttachProblem =
  | 'tooMany'
  | 'oneKind'
  | 'oneVideo'
  | 'onlyPictures'
  | 'tooLarge'
  | 'heic'
  | 'tiffPages'
  | 'filmTooLarge'
  | 'filmTooLong'
  | 'filmStaysLarge'
  | 'alreadyHere'
  | 'empty';

export type AttachRules = {
  /** Documents too; posts and pictures of people take none. */
  withFiles: boolean;
  withVideo: boolean;
  max: number;
};

export const MESSAGE_RULES: AttachRules = { withFiles: true, withVideo: true, max: LIMITS.messageImagesMax };
export const POST_RULES: AttachRules = { withFiles: false, withVideo: true, max: LIMITS.postImagesMax };

type Picked = { kind: MediaKind; size: number };

/**
 * Which of the picked files may join: up to ten pictures, or up to ten files, or one video (docs/decisions/0005).
 * @param filmBytesMax more than can be sent, where the device makes films smaller
 * @returns those that may, and why the others may not: each reason once, in the order of the files
 */
export const admit = <T extends Picked>(
  held: readonly Pick<Attachment, 'kind'>[],
  picked: readonly T[],
  rules: AttachRules,
  filmBytesMax: number = LIMITS.uploadBytesMax,
): { taken: T[]; problems: AttachProblem[] } => {
  const kinds = held.map(({ kind }) => kind);
  const taken: T[] = [];
  const problems = new Set<AttachProblem>();
  for (const one of picked) {
    const reason = refusalOf(kinds, one, { ...rules, filmBytesMax });
    if (reason === null) {
      kinds.push(one.kind);
      taken.push(one);
    } else problems.add(reason);
  }
  return { taken, problems: [...problems] };
};

const refusalOf = (
  kinds: readonly MediaKind[],
  { kind, size }: Picked,
  rules: AttachRules & { filmBytesMax: number },
): AttachProblem | null => {
  if (size === 0) return 'empty';
  if (kind === 'file' && !rules.withFiles) return 'onlyPictures';
  if (kind === 'video' && !rules.withVideo) return 'onlyPictures';
  if (kinds.some((other) => other !== kind)) return 'oneKind';
  if (kind === 'video' && kinds.length > 0) return 'oneVideo';
  if (kinds.length >= rules.max) return 'tooMany';
  // Pictures are made smaller first.
  if (kind === 'image') return null;
  if (size <= (kind === 'video' ? rules.filmBytesMax : LIMITS.uploadBytesMax)) return null;
  return kind === 'video' && rules.filmBytesMax > LIMITS.uploadBytesMax ? 'filmTooLarge' : 'tooLarge';
};

/** What a message or a post names: the fields of specification §3. */
export type NamedFiles = {
  images?: string[];
  files?: string[];
  video?: string;
  alts?: Record<string, string>;
};

export const namedBy = (items: readonly Attachment[]): NamedFiles => {
  const named = items.filter(isNameable);
  const idsOf = (kind: MediaKind): string[] =>
    named.flatMap((item) => (item.kind === kind && item.id !== null ? [item.id] : []));
  const [images, files, [video]] = [idsOf('image'), idsOf('file'), idsOf('video')];
  const alts = keptOf(named).flatMap(({ id, alt }) => (alt.trim() === '' ? [] : [[id, alt.trim()] as const]));
  return {
    ...(images.length > 0 ? { images } : {}),
    ...(files.length > 0 ? { files } : {}),
    ...(video === undefined ? {} : { video }),
    ...(alts.length > 0 ? { alts: Object.fromEntries(alts) } : {}),
  };
};

/** What a message says of the size of what it names. */
export const sizesOf = (items: readonly Attachment[]): { sizes?: Record<string, MediaSize> } => {
  const known = items.flatMap(({ id, measures }) =>
    id !== null && measures ? [[id, measures] as const] : [],
  );
  return known.length === 0 ? {} : { sizes: Object.fromEntries(known) };
};

/** What a message says of the voice messages that it names. */
export const voicesOf = (items: readonly Attachment[]): { voices?: Record<string, Voice> } => {
  const known = items.flatMap(({ id, voice }) => (id !== null && voice ? [[id, voice] as const] : []));
  return known.length === 0 ? {} : { voices: Object.fromEntries(known) };
};

/** A recording, as the row of its file knows it. */
const voiceOf = ({ durationMs, waveform }: UploadRow): { voice?: Voice } =>
  durationMs === undefined || waveform === undefined ? {} : { voice: { durationMs, waveform } };

/** The size of something whose row knows both sides. */
export const measuresOf = ({ width, height }: Pick<Media, 'width' | 'height'>): MediaSize | null =>
  width === null || height === null ? null : { width, height };

/** It is on the device, so that a mutation or a draft can name it; it may still be made smaller. */
export const isNameable = ({ id, state }: Pick<Attachment, 'id' | 'state'>): boolean =>
  id !== null && state !== 'failed' && state !== 'recording' && state !== 'asked';

/** It can be sent: what there is to know of it before is known. */
export const isSettled = (item: Attachment): boolean =>
  isNameable(item) && item.measures !== undefined && !(item.state === 'preparing' && item.mayMove === true);

/** Whether something else in the tray is the same file: the same bytes, picked for the same. */
export const isTwice = (items: readonly Attachment[], key: string, id: string): boolean =>
  items.some((item) => item.id === id && item.key !== key);

/**
 * What the member is asked about: the first animation that would stand still.
 * @returns also whether it could go as a file: pictures and files do not go together
 */
export const askedOf = (
  items: readonly Attachment[],
  { withFiles }: Pick<AttachRules, 'withFiles'>,
): { readonly key: string; readonly isAnswered: boolean; readonly canBeFile: boolean } | null => {
  const item = items.find(({ state }) => state === 'asked');
  if (item === undefined) return null;
  const { key, isAnswered = false } = item;
  const canBeFile = withFiles && items.every((other) => other === item || other.kind === 'file');
  return { key, isAnswered, canBeFile };
};

/** The state of an attachment whose file is stored on the device. */
export const stateOf = ({ state, preparing, error }: UploadRow): Pick<Attachment, 'state' | 'error'> => {
  if (state === 'failed') return { state: 'failed', error: error?.code ?? 'unreadable_media' };
  if (preparing === 'asked') return { state: 'asked', error: null };
  return { state: preparing === undefined ? 'ready' : 'preparing', error: null };
};

/** Ids of the files that are stored on the device. */
export const idsOf = (items: readonly Pick<Attachment, 'id'>[]): string[] =>
  items.flatMap(({ id }) => (id === null ? [] : [id]));

/** What a draft remembers of a tray. */
export const keptOf = (items: readonly Attachment[]): DraftFile[] =>
  items.flatMap(({ id, alt, state }) => (id !== null && state !== 'failed' ? [{ id, alt }] : []));

/** A tray as a post that is edited begins with it. */
export const attachmentsOf = (media: readonly Media[]): Attachment[] =>
  media.map(({ id, kind, size, width, height, alt = '' }) => ({
    key: id,
    id,
    kind,
    name: kind,
    size: size ?? 0,
    original: null,
    isOriginal: false,
    state: 'ready',
    error: null,
    alt,
    measures: measuresOf({ width, height }),
    isHere: false,
  }));

/**
 * A tray as a draft remembers it.
 * @param rows the files of the draft that are on this device
 * @param held those that a post that is edited has anyway
 */
export const restoreItems = (
  files: readonly DraftFile[],
  rows: readonly UploadRow[],
  held: readonly Media[],
): Attachment[] => {
  const here = new Map(rows.map((row) => [row.id, row]));
  const known = new Map(attachmentsOf(held).map((item) => [item.id, item]));
  return files.flatMap(({ id, alt }): Attachment[] => {
    const row = here.get(id);
    const before = known.get(id);
    if (!row) return before ? [{ ...before, alt }] : [];
    // The still of a film comes with the film. Of a recording that ended at once there is nothing.
    if (row.posterOf !== null || row.size === 0) return [];
    const { kind, name, size, hasBytes } = row;
    return [
      {
        ...{ key: id, id, kind, name, size, original: null, isOriginal: false, alt },
        ...{ ...stateOf(row), ...voiceOf(row), measures: measuresOf(row), isHere: hasBytes },
        ...(kind === 'image' ? { mayMove: true } : {}),
      },
    ];
  });
};
