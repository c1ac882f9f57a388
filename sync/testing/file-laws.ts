import { ownerFaults } from '../uploads/rebuild-owners.ts';
import type { Holder } from './laws.ts';

/**
 * UL12 and UL17: what owns the files of a device is what is written down; nothing that is owned and has not arrived lacks its
 * bytes, and nothing that is not owned stays.
 */
export const fileFaults = ({ disk: { stores } }: Holder): string[] => {
  const sizes = new Map<string, number>();
  for (const { fileId, bytes } of stores.blobs.values())
    sizes.set(fileId, (sizes.get(fileId) ?? 0) + bytes.byteLength);
  const awaited = [...stores.fileOwners.values()].flatMap(({ owner, files }) =>
    owner.startsWith('outbox:') || owner.startsWith('message:') ? files : [],
  );
  return [
    ...ownerFaults({
      outbox: [...stores.outbox.values()],
      writeAhead: [...stores.writeAhead.values()],
      chatDrafts: [...stores.chatDrafts.values()],
      postDrafts: [...stores.postDrafts.values()],
      uploads: [...stores.uploads.values()],
      fileOwners: [...stores.fileOwners.values()],
    }),
    ...awaited.filter((id) => !stores.uploads.has(id)).map((id) => `${id} is awaited and gone`),
    ...[...stores.uploads.values()]
      .filter(({ id, size, hasBytes }) => hasBytes && sizes.get(id) !== size)
      .map(({ id }) => `${id} lacks bytes`),
    ...[...sizes.keys()].filter((id) => !stores.uploads.has(id)).map((id) => `bytes of ${id} stay`),
  ];
};
