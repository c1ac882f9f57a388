import { type LinkPreview, previewUrl } from '../../../../protocol/index.ts';

export type LinkWish = {
  /** The first link of the words in the field. */
  readonly link: string | null;
  /** `asks`: the member has not said yet whether links get previews. `shows`: this one gets, or has, one. */
  readonly state: 'asks' | 'shows' | 'none';
  /** False while the device does not know what the member wishes, or has. */
  readonly isSure: boolean;
};

type Situation = {
  readonly link: string | null;
  /** The setting; undefined while it is not read. */
  readonly isWished: boolean | null | undefined;
  /** The link whose preview was taken away in the field. */
  readonly declined: string | null;
  /** The message whose words are in the field, while one is edited; undefined when it is not at hand. */
  readonly edited: { readonly preview?: LinkPreview } | null | undefined;
};

const isShown = (link: string, edited: Situation['edited']): boolean =>
  edited?.preview !== undefined && edited.preview.url === previewUrl(link);

const stateOf = ({ link, isWished, declined, edited }: Situation): LinkWish['state'] => {
  if (link === null || declined === link) return 'none';
  if (isWished === true || isShown(link, edited)) return 'shows';
  return isWished === null && edited === null ? 'asks' : 'none';
};

/** What the field says of the preview of its link. */
export const readWish = (now: Situation): LinkWish => ({
  link: now.link,
  state: stateOf(now),
  isSure: now.isWished !== undefined && now.edited !== undefined,
});

/** What a new message says of it. */
export const wishOfMessage = ({ link, state }: LinkWish): { preview?: string } =>
  link !== null && state === 'shows' ? { preview: link } : {};

/** What an edit says of it, so that no preview stays that is not shown above the field. */
export const wishOfEdit = ({ link, state, isSure }: LinkWish): { preview?: string | null } => {
  if (state === 'shows') return { preview: link };
  return isSure ? { preview: null } : {};
};
