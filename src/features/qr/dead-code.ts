import type { ErrorKind } from '../../../protocol/index.ts';
import type { MessageKey } from '../../i18n/messages.ts';

/** Why a code does nothing: its minute is over, it was used or refused, or it is unknown. */
export type DeadCode = 'expired' | 'used' | 'unknown';

const reasons: Partial<Record<ErrorKind, DeadCode>> = {
  qr_expired: 'expired',
  qr_dead: 'used',
  not_found: 'unknown',
};

/** @returns null when the refusal is not about the code */
export const deadCodeOf = (kind: ErrorKind): DeadCode | null => reasons[kind] ?? null;

export const deadCodeTexts: Readonly<
  Record<DeadCode, { readonly line: MessageKey; readonly hint: MessageKey }>
> = {
  expired: { line: 'qr.expired', hint: 'qr.expiredScanHint' },
  used: { line: 'qr.used', hint: 'qr.usedHint' },
  unknown: { line: 'qr.unknownCode', hint: 'qr.unknownCodeHint' },
};
