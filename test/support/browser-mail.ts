import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The newest letter to an address among the files that a server without SMTP writes. */
const newestTo = async (folder: string, address: string): Promise<string | undefined> => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  for (const name of names.toSorted().toReversed()) {
    const letter = await readFile(join(folder, name), 'utf8');
    if (letter.includes(`To: ${address}`)) return letter;
  }
  return undefined;
};

/** Quoted-printable (RFC 2045 §6.7), as far as a link needs it. */
const decode = (letter: string): string => letter.replace(/=\r?\n/g, '').replace(/=3D/g, '=');

/** Waits for a link to set a new password in the mail of an address, other than one that is known. */
export async function resetLinkFor(dataDir: string, address: string, known?: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const letter = await newestTo(join(dataDir, 'mail'), address);
    link = /https?:\/\/\S+\/reset-password#token=[\w-]{43}/.exec(decode(letter ?? ''))?.[0];
    expect(link).toBeDefined();
    expect(link).not.toBe(known);
  }).toPass({ timeout: 30_000 });
  return link ?? '';
}

/** The newest letter to an address as it can be read, or nothing. */
export const newestMailTo = async (dataDir: string, address: string): Promise<string> =>
  decode((await newestTo(join(dataDir, 'mail'), address)) ?? '');
