import type { Messages } from './messages.ts';

/** The texts of the list of chats, and of what is done in it. */
export const chatsFil = {
  chats: {
    title: 'Chats',
    start: 'Bagong mensahe',
    empty: 'Walang mensahe',
    emptyAction: 'Humanap ng kaibigan',
    emptyOffline: 'Hindi pa na-download',
    draft: 'Draft:',
    mentioned: 'Nabanggit ka',
    you: 'Ikaw:',
    search: 'Maghanap',
    pickOne: 'Pumili ng chat at tumambay muna',
    list: 'Mga chat',
    noMatch: 'Walang nahanap',
    youName: 'Ikaw',
  },
  mute: {
    title: 'I-mute ang chat na ito',
    hour: 'Sa loob ng 1 oras',
    eightHours: 'Sa loob ng 8 oras',
    week: 'Sa loob ng 1 linggo',
    forever: 'Hanggang i-unmute ko',
    mentions: 'Abisuhan ako kapag binanggit ako',
    mentionsHint: 'May abiso pa rin kapag binanggit ka sa mensahe, kahit naka-mute ang chat na ito.',
    muted: 'Naka-mute',
    until: 'Naka-mute hanggang {{time}}',
    tomorrow: 'bukas, {{time}}',
    later: '{{date}}, {{time}}',
    off: 'May mga abiso na ulit',
  },
} satisfies Pick<Messages, 'chats' | 'mute'>;
