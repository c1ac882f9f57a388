import type { QrGrantState, QrRequest } from '../../../../protocol/index.ts';
import type { StoredSignIn } from './store.ts';

/** The requesting device, for the member who decides; which of the numbers is right is not told. */
export const presentRequest = (id: string, row: StoredSignIn): QrRequest => ({
  id,
  device: row.device,
  browser: row.browser,
  address: row.address ?? '',
  askedAt: (row.askedAt ?? row.expiresAt).toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  numbers: row.numbers ?? [],
});

export const presentGrant = (id: string, row: StoredSignIn): QrGrantState =>
  row.state === 'claimed' ? { status: 'claimed', request: presentRequest(id, row) } : { status: row.state };
