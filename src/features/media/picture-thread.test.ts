import { expect, it } from 'vitest';
import { createPictureThread, ThreadNotThere } from './picture-thread.ts';

const picture = { bytes: new Blob(['small']), width: 4, height: 3, blurhash: 'L0' };

/** A worker whose script is fetched, or not. */
const createWorker = (script: 'there' | 'missing' | 'breaks') => {
  const target = new EventTarget();
  const say = (data: unknown) => target.dispatchEvent(new MessageEvent('message', { data }));
  queueMicrotask(() => {
    if (script === 'missing') target.dispatchEvent(new Event('error'));
    else say({ hasBegun: true });
  });
  return {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    postMessage({ id }: { id: number }) {
      queueMicrotask(() => {
        if (script === 'breaks') target.dispatchEvent(new Event('error'));
        else if (script === 'there') say({ id, ok: true, picture });
      });
    },
  };
};

it('does not blame a picture for a worker that cannot be fetched, and starts one anew for the next', async () => {
  const scripts: ('there' | 'missing')[] = ['missing', 'there'];
  const shrink = createPictureThread(() => createWorker(scripts.shift() ?? 'there'));
  await expect(shrink(new Blob(['a']), false)).rejects.toBeInstanceOf(ThreadNotThere);
  expect(await shrink(new Blob(['a']), false)).toEqual(picture);
  expect(scripts).toEqual([]);
});

it('says that a picture cannot be read which ends a worker that was there', async () => {
  const shrink = createPictureThread(() => createWorker('breaks'));
  await expect(shrink(new Blob(['a']), false)).rejects.toMatchObject({ kind: 'unreadable_media' });
});
