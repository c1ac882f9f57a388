import { useEffect, useRef } from 'react';
import { openShareStore, type SharedItem } from '../../../sync/index.ts';
import { joinLines } from '../media/join-lines.ts';

/** What was shared, on its way from the share screen to the composer that the member has chosen. */
let handedOver: { readonly place: string; readonly item: SharedItem } | null = null;

/** @param place a chat's id, or `post` */
export const handOver = (place: string, item: SharedItem): void => {
  handedOver = { place, item };
};

export type SharedThings = { readonly text: string; readonly files: readonly File[] };

const filesOf = ({ files }: SharedItem): File[] =>
  files.map(({ name, bytes }) => new File([bytes], name, { type: bytes.type }));

/** What was handed over and could not be stored may be handed over again: its words are there by then. */
export const withShared = (words: string, shared: string): string =>
  shared === '' || words.includes(shared) ? words : joinLines(words, shared);

const forget = async (id: string): Promise<void> => {
  const store = openShareStore();
  await store.remove(id).finally(() => store.close());
};

/**
 * Gives a composer what was shared into it, once. From then on it is a draft like any other.
 * @param take resolves with whether all of it is stored there: until then, and otherwise, it waits where it was shared
 */
export function useHandedOver(
  place: string,
  isReady: boolean,
  take: (shared: SharedThings) => Promise<boolean>,
): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!isReady || handedOver?.place !== place) return;
    const { item } = handedOver;
    handedOver = null;
    void latest
      .current({ text: item.text, files: filesOf(item) })
      .then((isStored) => (isStored ? forget(item.id) : undefined))
      .catch(() => undefined);
  }, [place, isReady]);
}
