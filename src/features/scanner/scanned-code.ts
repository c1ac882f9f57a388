import { isUniqueCodePlausible, normalizeUniqueCode, qrId } from '../../../protocol/index.ts';
import { type QrLinkKind, qrIdIn, qrLinkKindOf } from '../../session/qr-link.ts';

/** A code of this app. */
export type ScannedCode =
  | { readonly kind: 'person' | 'chat'; readonly code: string }
  | { readonly kind: QrLinkKind; readonly id: string };

const LENGTH_MAX = 400;
const PLACE = /^\/(users|chats)\/([^/]+)\/?$/;

const readAddress = (text: string, origin: string): ScannedCode | null => {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.origin !== origin || url.username !== '') return null;
  const link = qrLinkKindOf(url.pathname);
  const id = link && qrIdIn(link, url.hash);
  if (link && id) return { kind: link, id };
  const [, place, typed = ''] = PLACE.exec(url.pathname) ?? [];
  const code = normalizeUniqueCode(typed);
  if (place === undefined || !isUniqueCodePlausible(code)) return null;
  return { kind: place === 'users' ? 'person' : 'chat', code };
};

/**
 * What a scanned or typed text means to this app. Null for everything that is not ours: it is shown, and never opened.
 * @param bare what the bare id of a sign-in is for, where one may be typed
 */
export const readScanned = (text: string, origin: string, bare: QrLinkKind | null): ScannedCode | null => {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > LENGTH_MAX) return null;
  const code = normalizeUniqueCode(trimmed);
  if (isUniqueCodePlausible(code)) return { kind: 'person', code };
  const id = bare === null ? undefined : qrId().safeParse(trimmed).data;
  if (bare !== null && id !== undefined) return { kind: bare, id };
  return readAddress(trimmed, origin);
};
