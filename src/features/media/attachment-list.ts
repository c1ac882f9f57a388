import { type ErrorKind, LIMITS, type Media, type MediaKind } from '../../../protocol/index.ts';
import type { DraftFile } from '../../../sync/index.ts';

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
  readonly state: 'preparing' | 'ready' | 'failed';
  readonly error: ErrorKind | null;
  readonly alt: string;
  /** Its bytes are on this device; not so of what a post that is edited has long had. */
  readonly isHere: boolean;
  /** The picked file says where, when or with what it was made; what is sent does not. */
  readonly hasTraces?: boolean;
};

/** Why something picked is not taken; each has its words. */
export type AttachProblem = 'tooMany' | 'oneKind' | 'oneVideo' | 'onlyPictures' | 'tooLarge' | 'empty';

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
 * @returns those that may, and why the first of the others may not
 */
export const admit = <T extends Picked>(
  held: readonly Pick<Attachment, 'kind'>[],
  picked: readonly T[],
  rules: AttachRules,
): { taken: T[]; problem: AttachProblem | null } => {
  const kinds = held.map(({ kind }) => kind);
  const taken: T[] = [];
  let problem: AttachProblem | null = null;
  for (const one of picked) {
    const reason = refusalOf(kinds, one, rules);
    problem ??= reason;
    if (reason !== null) continue;
    kinds.push(one.kind);
    taken.push(one);
  }
  return { taken, problem };
};

const refusalOf = (
  kinds: readonly MediaKind[],
  { kind, size }: Picked,
  rules: AttachRules,
): AttachProblem | null => {
  if (size === 0) return 'empty';
  if (kind === 'file' && !rules.withFiles) return 'onlyPictures';
  if (kind === 'video' && !rules.withVideo) return 'onlyPictures';
  if (kinds.some((other) => other !== kind)) return 'oneKind';
  if (kind === 'video' && kinds.length > 0) return 'oneVideo';
  if (kinds.length >= rules.max) return 'tooMany';
  // Pictures are made smaller first.
  return kind !== 'image' && size > LIMITS.uploadBytesMax ? 'tooLarge' : null;
};

/** What a message or a post names: the fields of specification §3. */
export type NamedFiles = {
  images?: string[];
  files?: string[];
  video?: string;
  alts?: Record<string, string>;
};

export const namedBy = (items: readonly Attachment[]): NamedFiles => {
  const idsOf = (kind: MediaKind): string[] =>
    items.flatMap((item) =>
      item.kind === kind && item.id !== null && item.state === 'ready' ? [item.id] : [],
    );
  const [images, files, [video]] = [idsOf('image'), idsOf('file'), idsOf('video')];
  const alts = keptOf(items).flatMap(({ id, alt }) => (alt.trim() === '' ? [] : [[id, alt.trim()] as const]));
  return {
    ...(images.length > 0 ? { images } : {}),
    ...(files.length > 0 ? { files } : {}),
    ...(video === undefined ? {} : { video }),
    ...(alts.length > 0 ? { alts: Object.fromEntries(alts) } : {}),
  };
};

/** What a draft remembers of a tray. */
export const keptOf = (items: readonly Attachment[]): DraftFile[] =>
  items.flatMap(({ id, alt, state }) => (id !== null && state === 'ready' ? [{ id, alt }] : []));

/** A tray as a post that is edited begins with it. */
export const attachmentsOf = (media: readonly Media[]): Attachment[] =>
  media.map(({ id, kind, size, alt = '' }) => ({
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
    isHere: false,
  }));
