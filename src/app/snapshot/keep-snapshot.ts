import { fitOf, type KeptSnapshot, stylesAddress } from './kept-snapshot.ts';
import { toSnapshot } from './snapshot-nodes.ts';

const keep = async (userId: string, snapshot: KeptSnapshot | null): Promise<void> => {
  const { withDevice } = await import('../../../sync/index.ts');
  await withDevice((device) => device.keepSnapshot(userId, snapshot));
};

/** Keeps the window as it stands, for the next start. */
export const keepSnapshot = async (userId: string): Promise<void> => {
  const frame = document.querySelector('[data-frame]');
  const node = frame && toSnapshot(frame);
  const styles = stylesAddress();
  if (node && styles !== null) await keep(userId, { styles, fit: fitOf(), frame: node });
};

/** What was kept shows what is no longer there. */
export const dropSnapshot = (userId: string): Promise<void> => keep(userId, null);
