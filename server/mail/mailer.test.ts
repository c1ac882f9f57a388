import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { composeMail } from './compose.ts';
import { createMailer, type Mail, UndeliverableError } from './mailer.ts';
import { mailWords } from './words.ts';

const letter = {
  kind: 'reset',
  to: 'ana@example.test',
  name: 'Ana',
  language: 'en-US',
  link: 'https://chat.example.org/reset-password#token=abc',
} as const;

describe('a letter', () => {
  it.each(['en-US', 'fil'] as const)('has the same link in text and HTML (%s)', (language) => {
    const mail = composeMail({ ...letter, language });
    expect(mail.subject).toBe(mailWords[language].mails.reset.subject);
    expect(mail.text).toContain(letter.link);
    expect(mail.html).toContain(`href="${letter.link}"`);
    expect(mail.html).toContain(`lang="${language}"`);
  });

  it('lets no name write HTML, and none that could be a link speak at all', () => {
    const mail = composeMail({ ...letter, name: '<b>Ana</b> & Ben' });
    expect(mail.html).not.toContain('<b>');
    const lure = composeMail({ ...letter, name: 'win at evil.test' });
    expect(lure.text).not.toContain('evil');
    expect(lure.html).not.toContain('evil');
    expect(lure.text.startsWith('Hi,')).toBe(true);
  });

  it('leaves no gap unfilled, in any kind and language', () => {
    for (const language of ['en-US', 'fil'] as const)
      for (const kind of Object.keys(
        mailWords[language].mails,
      ) as (keyof (typeof mailWords)['fil']['mails'])[]) {
        const mail = composeMail({
          ...letter,
          kind,
          language,
          when: new Date(0),
          device: 'Chrome on Android',
        });
        expect(mail.subject + mail.text + mail.html).not.toMatch(/\{\w+\}|undefined/);
      }
  });
});

describe('by SMTP', () => {
  const received: { to: string[]; raw: string }[] = [];
  let smtp: SMTPServer;
  let url: string;
  beforeEach(async () => {
    received.length = 0;
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        if (address.startsWith('nobody'))
          done(Object.assign(new Error('No such box'), { responseCode: 550 }));
        else if (address.startsWith('later')) done(Object.assign(new Error('Busy'), { responseCode: 451 }));
        else done();
      },
      onData: (stream, session, done) => {
        let raw = '';
        stream.on('data', (chunk: Buffer) => {
          raw += chunk.toString();
        });
        stream.on('end', () => {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
          done();
        });
      },
    });
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    const { port } = smtp.server.address() as AddressInfo;
    url = `smtp://127.0.0.1:${port}`;
  });
  afterEach(() => new Promise<void>((resolve) => smtp.close(() => resolve())));

  const send = async (mail: Mail): Promise<void> => {
    const mailer = createMailer(parseConfig({ SMTP_URL: url, MAIL_FROM: 'tambay@example.org' }));
    await mailer.send(mail).finally(() => mailer.close());
  };

  it('arrives at a real server with both forms of it', async () => {
    await send(composeMail(letter));
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toEqual(['ana@example.test']);
    expect(received[0]?.raw).toContain('From: Tambay <tambay@example.org>');
    expect(received[0]?.raw).toContain('Subject: Set a new password for Tambay');
    expect(received[0]?.raw).toMatch(/text\/plain[\s\S]*text\/html/);
  });

  it.each([
    'ana@example.test\r\nBcc: eve@example.test',
    'ana@example.test, eve@example.test',
    'Eve <eve@example.test>',
  ])('goes to one address or nowhere: %j', async (to) => {
    await expect(send({ ...composeMail(letter), to })).rejects.toThrow(UndeliverableError);
    expect(received).toEqual([]);
  });

  it('gets no header from a line break in its subject', async () => {
    await send({ ...composeMail(letter), subject: 'a\r\nBcc: eve@example.test' });
    expect(received[0]?.to).toEqual(['ana@example.test']);
    expect(received[0]?.raw).not.toMatch(/^Bcc:/im);
  });

  it('tells an address that does not exist from a server that is busy, and names neither', async () => {
    const gone = send({ ...composeMail(letter), to: 'nobody@example.test' });
    await expect(gone).rejects.toThrow(UndeliverableError);
    const busy = send({ ...composeMail(letter), to: 'later@example.test' });
    await expect(busy).rejects.toThrow('451');
    await expect(busy).rejects.not.toThrow(UndeliverableError);
    await expect(busy).rejects.not.toThrow('later@');
  });
});

describe('without a mail server', () => {
  it('is written to files that only the owner reads', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tambay-mail-'));
    try {
      const mailer = createMailer(parseConfig({ DATA_DIR: dataDir }));
      await mailer.send(composeMail(letter));
      const names = await readdir(join(dataDir, 'mail'));
      expect(names.map((name) => name.split('.').at(-1)).toSorted()).toEqual(['eml', 'html']);
      const eml = names.find((name) => name.endsWith('.eml')) ?? '';
      expect(await readFile(join(dataDir, 'mail', eml), 'utf8')).toContain('To: ana@example.test');
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
