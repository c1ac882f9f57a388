import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { z } from '../../protocol/index.ts';
import type { Config } from '../config.ts';

export type Mail = { to: string; subject: string; text: string; html: string };

/** Hands mail on. Rejects when that fails; an address that can never work is an `UndeliverableError`. */
export type Mailer = {
  send: (mail: Mail) => Promise<void>;
  close: () => void;
};

/** The server refused for good: trying again cannot help. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError';
}

/** Says nothing of whom the mail was for: it ends up in the log. */
class MailError extends Error {
  override name = 'MailError';
}

const TIMEOUT_MS = 15_000;
const smtpFailure = z.object({ responseCode: z.optional(z.int()), code: z.optional(z.string()) });

/** Where mail without a mail server goes. */
export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'mail');

/** Mail by SMTP, or into files while no server is configured. */
export const createMailer = (config: Config): Mailer => {
  const mailer =
    config.smtpUrl === undefined ? fileMailer(config) : smtpMailer(config.smtpUrl, config.mailFrom);
  return {
    ...mailer,
    send: async (mail) => {
      // nodemailer reads an address as a header: a line break or a comma in it would name further recipients.
      if (!z.email().safeParse(mail.to).success) throw new UndeliverableError('This is no single address');
      await mailer.send(mail);
    },
  };
};

const smtpMailer = (url: string, from: string): Mailer => {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // What is sent is made here; nothing in it may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      try {
        await transport.sendMail({ from: { name: 'Tambay', address: from }, ...mail });
      } catch (error) {
        const { responseCode = 0, code = 'unknown' } = smtpFailure.safeParse(error).data ?? {};
        const message = `The mail server answered ${responseCode} (${code})`;
        throw responseCode >= 500 && code === 'EENVELOPE'
          ? new UndeliverableError(message)
          : new MailError(message);
      }
    },
    close: () => transport.close(),
  };
};

/** Two files per mail: `.eml` for a mail program, `.html` to look at. */
const fileMailer = (config: Config): Mailer => {
  const folder = mailFolder(config);
  const transport = createTransport({ streamTransport: true, buffer: true });
  const write = async (name: string, content: string | Uint8Array): Promise<void> => {
    const path = join(folder, name);
    await writeFile(`${path}.part`, content, { mode: 0o600 });
    await rename(`${path}.part`, path);
  };
  return {
    send: async (mail) => {
      const from = { name: 'Tambay', address: config.mailFrom };
      const { message } = await transport.sendMail({ from, ...mail });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`;
      if (Buffer.isBuffer(message)) await write(`${name}.eml`, message);
      await write(`${name}.html`, mail.html);
    },
    close: () => undefined,
  };
};
