import { webcrypto } from 'node:crypto';
import { type MutationArgs, reportStatement } from '../../../protocol/index.ts';

type Signed = Parameters<typeof reportStatement>[0];
type Signature = NonNullable<MutationArgs<'reportThing'>['signature']>;

/** Whether the key of the reporter's device has signed exactly this report (ECDSA on P-256 over SHA-256). */
export const isSignedBy = async (report: Signed, { key, value }: Signature): Promise<boolean> => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  try {
    const imported = await webcrypto.subtle.importKey(
      'raw',
      Buffer.from(key, 'base64url'),
      algorithm,
      false,
      ['verify'],
    );
    const statement = new TextEncoder().encode(reportStatement(report));
    return await webcrypto.subtle.verify(algorithm, imported, Buffer.from(value, 'base64url'), statement);
  } catch {
    // No point of the curve.
    return false;
  }
};
