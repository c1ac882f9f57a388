import type { LanguageTag } from '../../protocol/index.ts';
import type { Mail } from './mailer.ts';
import { type MailKind, mailWords } from './words.ts';

export type Letter = {
  kind: MailKind;
  to: string;
  name: string;
  language: LanguageTag;
  /** Where the button leads. */
  link: string;
  when?: Date | undefined;
  device?: string | undefined;
};

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Writes a letter in its reader's language, as text and as HTML that needs no image and no style sheet. */
export const composeMail = ({ kind, to, name, language, link, when, device }: Letter): Mail => {
  const { hello, ignore, mails } = mailWords[language];
  const { subject, lines, action, after = [] } = mails[kind];
  const date = when?.toLocaleString(language === 'fil' ? 'fil-PH' : 'en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  // Who registers somebody else's address must not write to it: a name that could be a link is left out.
  const called = /[./:@]/.test(name) ? '' : name;
  const values: Record<string, string> = { name: called, when: `${date ?? ''} UTC`, device: device ?? '' };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? '');
  const before = [called === '' ? hello.replace(' {name}', '') : hello, ...lines].map(fill);
  const text = [...before, ...(action ? [`${action}:\n${link}`] : []), ...after, `-- \n${ignore}`].join(
    '\n\n',
  );
  const paragraph = (line: string): string => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`;
  const button = action
    ? `<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#0b6b62;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action)}</a></p>`
    : '';
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#fbf8f2;color:#26211a;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px 28px;border-radius:16px;background:#fffefb">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#0b6b62">Tambay</p>
${before.map(paragraph).join('\n')}
${button}
${after.map(paragraph).join('\n')}
<p style="margin:24px 0 0;font-size:13px;color:#655c50">${escapeHtml(ignore)}</p>
</div></body></html>
`;
  return { to, subject, text, html };
};
