import { uniqueCode, z } from '../../protocol/index.ts';

/** A friend's code as it stands in an address: bare, or in the link that the manifest's protocol handler takes. */
export const linkedCode = z.pipe(
  z.pipe(
    z.string(),
    z.transform((link) => link.replace(/^web\+tambay:(\/\/)?/, '')),
  ),
  uniqueCode(),
);
