import type { PushedMedia, PushKey } from '../protocol/index.ts';

type PushTexts = Readonly<
  Record<PushKey | PushedMedia | 'hidden' | 'reply' | 'notSent' | 'markSeen' | 'looksLike', string>
>;

/**
 * What a notification says: composed here, because the server does not know what this device reads. Few enough that the
 * worker need not load the app's catalogue.
 */
const texts = {
  'en-US': {
    message: 'Sent something',
    groupMessage: 'Sent something to the group',
    voice: 'Voice message',
    picture: 'Picture',
    video: 'Video',
    file: 'File',
    hidden: 'Something new is waiting for you',
    friendRequest: 'Wants to be friends',
    friendAccepted: 'You are friends now',
    comment: 'Commented on your post',
    commentReply: 'Answered your comment',
    like: 'Somebody likes your post',
    stranger: 'Somebody is there to meet',
    newSignIn: 'New sign-in',
    exportReady: 'The copy of your data is ready',
    reply: 'Reply',
    notSent: 'Not sent',
    markSeen: 'Mark as seen',
    looksLike: 'Only the name looks like that of your friend {{name}}',
  },
  fil: {
    message: 'May ipinadala',
    groupMessage: 'May ipinadala sa grupo',
    voice: 'Voice message',
    picture: 'Larawan',
    video: 'Video',
    file: 'File',
    hidden: 'May bagong naghihintay sa iyo',
    friendRequest: 'Gustong makipagkaibigan',
    friendAccepted: 'Magkaibigan na kayo',
    comment: 'Nagkomento sa post mo',
    commentReply: 'Sumagot sa komento mo',
    like: 'May nagustuhan ang post mo',
    stranger: 'May taong handang makipagkilala',
    newSignIn: 'May bagong nag-sign in',
    exportReady: 'Handa na ang kopya ng data mo',
    reply: 'Sumagot',
    notSent: 'Hindi naipadala',
    markSeen: 'Markahang nakita',
    looksLike: 'Kamukha lang ng pangalan ng kaibigan mong si {{name}}',
  },
} as const satisfies Record<string, PushTexts>;

export type WorkerLanguage = keyof typeof texts;

const isKnown = (language: string): language is WorkerLanguage => Object.hasOwn(texts, language);

export const textsFor = (language: string | null): PushTexts =>
  texts[language !== null && isKnown(language) ? language : 'en-US'];
