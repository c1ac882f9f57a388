import { expect, it } from 'vitest';
import { LIMITS } from '../../protocol/index.ts';
import { snapshotText } from './chat-snapshot.ts';

it('keeps the newest lines whole, in their order, as far as a report may carry them', () => {
  expect(snapshotText('Tropa', [])).toBe('Tropa');
  expect(snapshotText('Tropa', ['Ana: Una', 'Ben: Ikalawa'])).toBe('Tropa\nAna: Una\nBen: Ikalawa');
  const long = `Ana: ${'a'.repeat(LIMITS.reportSnapshotMax / 2)}`;
  expect(snapshotText('Tropa', [long, long, 'Ben: Huli'])).toBe(`Tropa\n${long}\nBen: Huli`);
});
