import { expect, test } from 'vitest';
import { createUpdateHolds, type HoldReason } from './update-holds.ts';

/** What there was to wait for each time somebody had let go. */
const setup = () => {
  const reasons: (HoldReason | null)[] = [];
  const holds = createUpdateHolds(() => {
    reasons.push(holds.reason());
  });
  return { holds, reasons };
};

test('an update waits until the last one has let go', async () => {
  const { holds, reasons } = setup();
  const form = holds.hold('form');
  const upload = holds.hold('upload');
  form();
  await Promise.resolve();
  expect(reasons).toEqual(['upload']);
  upload();
  await Promise.resolve();
  expect(reasons).toEqual(['upload', null]);
});

test('what costs the words of a form is done at once where nobody holds any, and otherwise when the last has let go', async () => {
  const { holds } = setup();
  let count = 0;
  const act = () => {
    count += 1;
  };
  holds.whenFree(act);
  expect(count).toBe(1);
  const [form, upload] = [holds.hold('form'), holds.hold('upload')];
  holds.whenFree(act);
  form();
  await Promise.resolve();
  expect(count).toBe(1);
  upload();
  await Promise.resolve();
  expect(count).toBe(2);
  holds.hold('form')();
  await Promise.resolve();
  expect(count).toBe(2);
});

test('a form is named before an upload, whichever came first', () => {
  const { holds } = setup();
  holds.hold('upload');
  holds.hold('form');
  expect(holds.reason()).toBe('form');
});

test('one that makes room for another in the same moment sets nothing free', async () => {
  const { holds, reasons } = setup();
  const first = holds.hold('form');
  first();
  holds.hold('form');
  await Promise.resolve();
  expect(reasons).toEqual(['form']);
});
