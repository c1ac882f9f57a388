import type { Messages } from './messages.ts';

export const accountFil: Messages['account'] = {
  title: 'Account',
  siteNotAllowed: 'Hindi puwedeng mag-sign in ang site na ito gamit ang account mo',
  siteNotAllowedHint: 'Walang ipinadala rito. Puwede mo nang isara ang window na ito.',
  consentNeeded: 'Hindi mo pa pinapayagan ang site na ito',
  siteGone: 'Hindi na bukas ang site na humiling',
  siteGoneHint: 'Walang ipinadala. Bumalik sa site at subukan ulit.',
  siteUnreachable: 'Kailangan nito ng koneksyon',
  siteUnreachableHint: 'Walang ipinadala sa site.',
  siteTitle: 'Mag-sign in sa site na ito?',
  siteAccount: 'Ang account mo',
  siteLearns:
    'Malalaman nito ang pangalan, litrato, at code mo. Wala itong mababasa, maisusulat, o mababago rito.',
  siteRevoke: 'Puwede mo itong bawiin anumang oras sa Mga setting, Mga konektadong site.',
  siteAllow: 'Payagan',
  siteDone: 'Tapos na. Puwede mo nang isara ang window na ito.',
  sites: 'Mga konektadong site',
  sitesEmpty: 'Walang konektadong site',
  sitesEmptyHint: 'Makikita rito ang mga site na pinag-sign in-an mo gamit ang account na ito.',
  sitesUnreachable: 'Hindi maipakita ngayon ang mga konektadong site mo',
  sitesNote: 'Agad na mawawalan ng access ang site na ididiskonekta mo. Kailangan nitong humiling ulit.',
  siteDisconnect: 'Idiskonekta',
  siteDisconnectName: 'Idiskonekta ang {{name}}',
  siteDisconnected: 'Nadiskonekta ang {{name}}',
  data: 'Ang data at account mo',
  exportTitle: 'I-export',
  exportServer: 'Kopya mula sa server',
  exportServerLead:
    'Isang ZIP file na may profile, mga kaibigan, chat, post at komento mo, at lahat ng na-upload mo. Padadalhan ka namin ng email kapag handa na.',
  exportRequest: 'Humingi ng kopya',
  exportPreparing:
    'Inihahanda na ang kopya mo. Puwede kang umalis sa screen na ito; may darating na email kapag handa na.',
  exportReady: 'Handa na ang kopya mo ({{size}}). Mada-download mo ito hanggang {{date}}.',
  exportFailed: 'Hindi naihanda ang kopya mo. Humingi ulit ng bago.',
  exportOffline:
    'Galing sa server ang kopyang ito. Mahihingi at mada-download mo ito kapag online ka na ulit.',
  exportTooSoon: 'Humingi ka na ng kopya nitong nakaraang 24 na oras. Subukan ulit bukas',
  exportDownload: 'I-download ang kopya',
  exportNotDownloaded: 'Hindi na-download ang kopya. Subukan ulit',
  exportDevice: 'Ang nasa device na ito',
  exportDeviceLead:
    'Isang ZIP file na may mga chat at post na nasa device na ito, mga litratong natingnan mo, mga draft mo, at mga hindi pa naipapadala. Hindi kailangan ng koneksyon.',
  exportDeviceSave: 'I-save ang kopya ngayon',
  exportDeviceSaved: 'Nasa downloads mo na ang kopya',
  exportDeviceFailed: 'Hindi nagawa ang kopya',
  deleteTitle: 'Burahin ang account',
  deleteLead:
    'Pagkatapos ng 14 na araw, tuluyang mabubura ang account, mga post, komento at file mo. Mananatili sa mga sinulatan mo ang mga mensahe mo, mula sa "Binurang account". Bago iyon, mag-sign in ka lang at mananatili ang lahat.',
  deleteButton: 'Burahin ang account ko',
  deleteAsk: 'Burahin ang account mo?',
  deleteBody:
    'Masa-sign out ka ngayon sa lahat ng device. Sa loob ng 14 na araw, buburahin ang lahat. Kung mag-sign in ka bago iyon, mananatili ito.',
  deleteUnsent_one: '{{count}} item ang hindi pa naipapadala at agad na mawawala.',
  deleteUnsent_other: '{{count}} item ang hindi pa naipapadala at agad na mawawala.',
  deleteDone: 'Buburahin ang account mo sa {{date}}. Mag-sign in bago iyon kung gusto mong manatili.',
  deleteKept: 'Maligayang pagbabalik! Mananatili ang account mo.',
  deletedName: 'Binurang account',
  continueWith: 'Magpatuloy gamit ang {{name}}',
  noAnswer: 'May nangyaring mali. Narito pa ang na-type mo: subukan ulit',
  resetPerhaps: 'Baka napalitan na ang password mo',
  resetPerhapsHint:
    'Hindi nakarating ang sagot sa una mong subok. Subukang mag-sign in gamit ang bagong password.',
  newcomerNote:
    'Bubuksan ito ng account na pinanggalingan mo. Para sa mga pagbabagong humihingi nito ang password.',
};
