import { useEffect, useRef } from 'react';
import { openShareStore, type SharedItem } from '../../../sync/index.ts';

/** What was shared, on its way from the share screen to the composer that the member has chosen. */
let handedOver: { readonly place: string; readonly item: SharedItem } | null = null;

/** @param place a chat's id, or `post` */
export const handOver = (place: string, item: SharedItem): void => {
  handedOver = { place, item };
};

export type SharedThings = { readonly text: string; readonly files: readonly File[] };

const filesOf = ({ files }: SharedItem): File[] =>
  files.map(({ name, bytes }) => new File([bytes], name, { type: bytes.type }));

const forget = async (id: string): Promise<void> => {
  const store = openShareStore();
  await store.remove(id).finally(() => store.close());
};

/** Gives a composer what was shared into it, once. From then on it is a draft like any other. */
export function useHandedOver(place: string, isReady: boolean, take: (shared: SharedThings) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!isReady || handedOver?.place !== place) return;
    const { item } = handedOver;
    handedOver = null;
    latest.current({ text: item.text, files: filesOf(item) });
    void forget(item.id).catch(() => undefined);
  }, [place, isReady]);
}
