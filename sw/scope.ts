import type { PrecacheEntry } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/** The worker's global scope, typed. */
export const worker = self;

/** `isLater`: no start of the app needs it (scripts/first-install.ts). */
type ListedFile = PrecacheEntry & { readonly isLater?: true };

/** All files of this release. The build replaces exactly `self.__WB_MANIFEST`. */
const files: ListedFile[] = self.__WB_MANIFEST.filter((file) => typeof file !== 'string');
export const shellFiles = files.filter(({ isLater }) => !isLater);
export const laterFiles = files.filter(({ isLater }) => isLater);
