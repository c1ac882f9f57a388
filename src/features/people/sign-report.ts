import { type MutationArgs, reportStatement } from '../../../protocol/index.ts';

type Args = MutationArgs<'reportThing'>;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Lasts as long as the page and cannot be read, not even by us: it ties what was on the screen to the moment it was reported. */
let keys: Promise<CryptoKeyPair> | null = null;

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '');

/** Signs a report before it waits in the outbox: what is changed afterwards does not fit. Unsigned where a page has no keys. */
export const signReport = async (args: Args): Promise<Args> => {
  if (!('subtle' in crypto)) return args;
  keys ??= crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  const { publicKey, privateKey } = await keys;
  const statement = new TextEncoder().encode(reportStatement(args));
  return {
    ...args,
    signature: {
      key: toBase64Url(await crypto.subtle.exportKey('raw', publicKey)),
      value: toBase64Url(await crypto.subtle.sign(ALGORITHM, privateKey, statement)),
    },
  };
};
