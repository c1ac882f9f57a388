import type { PrecacheEntry } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/** The worker's global scope, typed. */
export const worker = self;

/** The files of the shell. The build replaces exactly this expression. */
export const shellFiles = self.__WB_MANIFEST;
