import type { LanguageTag } from '../../protocol/index.ts';

/** What one kind of mail says. `{…}` are filled in. */
type Words = { subject: string; lines: readonly string[]; action?: string; after?: readonly string[] };
export type MailKind =
  | 'reset'
  | 'passwordChanged'
  | 'passwordReset'
  | 'exportReady'
  | 'deletionScheduled'
  | 'deletionCancelled'
  | 'newSignIn'
  | 'providerConnected';
type Language = { hello: string; ignore: string; mails: Record<MailKind, Words> };

/** Every mail in every language of the app. */
export const mailWords: Record<LanguageTag, Language> = {
  'en-US': {
    hello: 'Hi {name},',
    ignore: 'Tambay sends mail only about your account.',
    mails: {
      reset: {
        subject: 'Set a new password for Tambay',
        lines: ['Somebody, hopefully you, asked for a new password for your Tambay account.'],
        action: 'Set a new password',
        after: [
          'The link works once, for 30 minutes.',
          'If it was not you, there is nothing to do: your password stays as it is.',
        ],
      },
      passwordChanged: {
        subject: 'Your Tambay password was changed',
        lines: [
          'Your password was changed on {when} ({device}). All your other devices were signed out.',
          'If it was not you, set a new password now.',
        ],
        action: 'Set a new password',
      },
      passwordReset: {
        subject: 'Your Tambay password was set anew',
        lines: [
          'A new password was set by a link from a mail on {when} ({device}). All devices were signed out.',
          'If it was not you, someone may be reading your mail: secure your mailbox first, then set a new password.',
        ],
        action: 'Set a new password',
      },
      exportReady: {
        subject: 'The copy of your Tambay data is ready',
        lines: ['The copy of your data that you asked for is ready. You can download it for 7 days.'],
        action: 'Open Tambay',
        after: ['If you did not ask for it, change your password.'],
      },
      deletionScheduled: {
        subject: 'Your Tambay account will be deleted',
        lines: [
          'You asked us to delete your account. That happens on {when}, for good.',
          'Until then you can keep it: just sign in.',
        ],
        action: 'Open Tambay',
        after: ['If it was not you, sign in, which keeps the account, and change your password.'],
      },
      deletionCancelled: {
        subject: 'Your Tambay account stays',
        lines: ['Your account is kept. Nothing was deleted. Welcome back!'],
      },
      newSignIn: {
        subject: 'New sign-in to your Tambay account',
        lines: ['A new device was signed in to your account on {when} ({device}), without the password.'],
        action: 'See your devices',
        after: ['If it was not you, sign that device out and change your password.'],
      },
      providerConnected: {
        subject: 'There is a new way into your Tambay account',
        lines: [
          'An account of another service was connected to your account on {when} ({device}). From now on it signs you in.',
        ],
        action: 'See what is connected',
        after: ['If it was not you, disconnect it and change your password.'],
      },
    },
  },
  fil: {
    hello: 'Kumusta {name},',
    ignore: 'Tungkol lang sa account mo ang mga email ng Tambay.',
    mails: {
      reset: {
        subject: 'Magtakda ng bagong password para sa Tambay',
        lines: ['May humiling, sana ikaw, ng bagong password para sa account mo sa Tambay.'],
        action: 'Magtakda ng bagong password',
        after: [
          'Isang beses lang magagamit ang link, sa loob ng 30 minuto.',
          'Kung hindi ikaw ito, wala kang kailangang gawin: mananatili ang password mo.',
        ],
      },
      passwordChanged: {
        subject: 'Napalitan ang password mo sa Tambay',
        lines: [
          'Napalitan ang password mo noong {when} ({device}). Na-sign out ang lahat ng iba mong device.',
          'Kung hindi ikaw ito, magtakda agad ng bagong password.',
        ],
        action: 'Magtakda ng bagong password',
      },
      passwordReset: {
        subject: 'May bagong password ang account mo sa Tambay',
        lines: [
          'May itinakdang bagong password gamit ang link mula sa email noong {when} ({device}). Na-sign out ang lahat ng device.',
          'Kung hindi ikaw ito, baka may nakakabasa ng email mo: protektahan muna ang mailbox mo, saka magtakda ng bagong password.',
        ],
        action: 'Magtakda ng bagong password',
      },
      exportReady: {
        subject: 'Handa na ang kopya ng data mo sa Tambay',
        lines: ['Handa na ang hiningi mong kopya ng iyong data. Mada-download mo ito sa loob ng 7 araw.'],
        action: 'Buksan ang Tambay',
        after: ['Kung hindi mo ito hiningi, palitan ang password mo.'],
      },
      deletionScheduled: {
        subject: 'Buburahin ang account mo sa Tambay',
        lines: [
          'Hiniling mong burahin ang account mo. Mangyayari ito sa {when}, at hindi na mababawi.',
          'Hanggang doon, puwede mo pa itong panatilihin: mag-sign in ka lang.',
        ],
        action: 'Buksan ang Tambay',
        after: ['Kung hindi ikaw ito, mag-sign in para manatili ang account, at palitan ang password mo.'],
      },
      deletionCancelled: {
        subject: 'Mananatili ang account mo sa Tambay',
        lines: ['Mananatili ang account mo. Walang nabura. Maligayang pagbabalik!'],
      },
      newSignIn: {
        subject: 'May bagong nag-sign in sa account mo sa Tambay',
        lines: [
          'May bagong device na nag-sign in sa account mo noong {when} ({device}), nang walang password.',
        ],
        action: 'Tingnan ang mga device mo',
        after: ['Kung hindi ikaw ito, i-sign out ang device na iyon at palitan ang password mo.'],
      },
      providerConnected: {
        subject: 'May bagong paraan para makapasok sa account mo sa Tambay',
        lines: [
          'May account sa ibang serbisyo na ikinonekta sa account mo noong {when} ({device}). Mula ngayon, makakapag-sign in ka gamit iyon.',
        ],
        action: 'Tingnan ang nakakonekta',
        after: ['Kung hindi ikaw ito, idiskonekta ito at palitan ang password mo.'],
      },
    },
  },
};
