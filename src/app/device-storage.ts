import { useCallback, useEffect, useState } from 'react';

export type DeviceStorage = {
  readonly usedBytes: number;
  /** What the databases take; null where the browser does not tell. */
  readonly databaseBytes: number | null;
  /** Pictures of others, which can be fetched again. */
  readonly pictureBytes: number;
  /** What is to stay offline whatever else has to go. */
  readonly keptBytes: number;
  /** What is left of it: the app itself, its screens and its index of words. */
  readonly appBytes: number | null;
  /** Whether the browser has promised to leave it alone. */
  readonly isPersisted: boolean;
};

/** As sw/media-cache.ts names them: one cache per member, and in the first kind a list of sizes. */
const MEDIA_CACHE = 'tambay-media-';
const KEPT_CACHE = 'tambay-kept-';
const INDEX = '/.media-index';

const cachesOf = async (prefix: string): Promise<string[]> =>
  'caches' in globalThis ? (await caches.keys()).filter((name) => name.startsWith(prefix)) : [];
const mediaCaches = (): Promise<string[]> => cachesOf(MEDIA_CACHE);

/** The pictures that the worker keeps for a member; null where the browser has no such store. */
export const openMediaCache = async (userId: string): Promise<Cache | null> =>
  (await mediaCaches()).includes(MEDIA_CACHE + userId) ? caches.open(MEDIA_CACHE + userId) : null;

const bytesOf = (index: unknown): number =>
  Array.isArray(index)
    ? index.reduce((sum: number, use: { bytes?: unknown }) => sum + (Number(use.bytes) || 0), 0)
    : 0;

const readPictureBytes = async (): Promise<number> => {
  let sum = 0;
  for (const name of await mediaCaches()) {
    const stored = await (await caches.open(name)).match(INDEX);
    sum += bytesOf(await stored?.json().catch(() => null));
  }
  return sum;
};

const readKeptBytes = async (): Promise<number> => {
  let sum = 0;
  for (const name of await cachesOf(KEPT_CACHE)) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) sum += (await (await cache.match(key))?.blob())?.size ?? 0;
  }
  return sum;
};

/** Chromium's own detail, which the DOM types do not know. */
type Estimate = StorageEstimate & { readonly usageDetails?: { readonly indexedDB?: number } };

const readStorage = async (): Promise<DeviceStorage | undefined> => {
  const { storage } = navigator;
  // Absent in old browsers and on plain http: then nothing is shown.
  if (!storage?.estimate) return undefined;
  const [estimate, isPersisted, pictureBytes, keptBytes]: [Estimate, boolean, number, number] =
    await Promise.all([storage.estimate(), storage.persisted(), readPictureBytes(), readKeptBytes()]);
  const usedBytes = estimate.usage ?? 0;
  const databaseBytes = estimate.usageDetails?.indexedDB ?? null;
  return {
    usedBytes,
    databaseBytes,
    pictureBytes,
    keptBytes,
    appBytes:
      databaseBytes === null ? null : Math.max(0, usedBytes - databaseBytes - pictureBytes - keptBytes),
    isPersisted,
  };
};

/** How much of the device the app uses, and what can be done about it. */
export function useDeviceStorage(): {
  readonly storage: DeviceStorage | undefined;
  /** Asks the browser to leave the data alone. @returns whether it has promised */
  readonly protect: () => Promise<boolean>;
  readonly clearPictures: () => Promise<void>;
} {
  const [storage, setStorage] = useState<DeviceStorage>();
  const look = useCallback(async () => setStorage(await readStorage()), []);
  useEffect(() => {
    void look().catch(() => undefined);
  }, [look]);
  return {
    storage,
    async protect() {
      const isKept = (await navigator.storage.persist?.()) ?? false;
      await look();
      return isKept;
    },
    async clearPictures() {
      await Promise.all((await mediaCaches()).map((name) => caches.delete(name)));
      await look();
    },
  };
}

/** A size as people read it, in the language's own form. */
export const formatBytes = (language: string, bytes: number): string => {
  const [unit, size] =
    bytes < 1_000_000
      ? (['kilobyte', 1_000] as const)
      : bytes < 1_000_000_000
        ? (['megabyte', 1_000_000] as const)
        : (['gigabyte', 1_000_000_000] as const);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'kilobyte' ? 0 : 1,
  }).format(bytes / size);
};
