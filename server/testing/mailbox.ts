import type { Mail, Mailer } from '../mail/mailer.ts';

/** Takes mail instead of a mail server, and can refuse it. */
export const openMailbox = () => {
  const mails: Mail[] = [];
  let refusals = 0;
  const mailer: Mailer = {
    send: async (mail) => {
      if (refusals > 0) {
        refusals -= 1;
        throw new Error('The mail server does not answer.');
      }
      mails.push(mail);
    },
    close: () => undefined,
  };
  return {
    mails,
    mailer,
    refuse: (times: number) => {
      refusals = times;
    },
  };
};

/** The token of a reset mail, as its link carries it. */
export const tokenOfMail = ({ text }: Mail): string => /#token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '';
