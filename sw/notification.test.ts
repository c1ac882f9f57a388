import { describe, expect, it } from 'vitest';
import {
  isNoticeSeen,
  noticeData,
  type PushPayload,
  pushedMedia,
  pushKeys,
  seenMarkOf,
} from '../protocol/index.ts';
import { looksOf } from '../sync/index.ts';
import { likenessIn, noticeOf, readPush, unsentReplyOf } from './notification.ts';

const payload: PushPayload = {
  v: 1,
  type: 'message',
  key: 'message',
  id: '01935a3e-0000-7000-8000-000000000001',
  args: { name: 'Ana Santos' },
  tag: 'chat:01935a3e-0000-7000-8000-000000000002',
  url: '/chats/0123456789ABC',
  chatId: '01935a3e-0000-7000-8000-000000000002',
  senderId: '01935a3e-0000-7000-8000-000000000003',
  at: '2026-11-21T12:00:00.000Z',
  text: 'Nasa bus na ako',
  seq: 4,
  unseen: 2,
  ts: '2026-11-21T12:00:01.000Z',
};

describe('a notification', () => {
  it('says who and what, one per chat, and leads there', () => {
    expect(noticeOf(payload, 'en-US')).toMatchObject({
      title: 'Ana Santos',
      options: { body: 'Nasa bus na ako', tag: payload.tag, data: { url: '/chats/0123456789ABC' } },
      unseen: 2,
    });
    expect(noticeOf({ ...payload, args: { name: 'Ana', chat: 'Barkada' } }, 'fil').title).toBe(
      'Ana · Barkada',
    );
  });

  it('names what a message without words shows, and its words where it has any', () => {
    const bodies = (args: PushPayload['args'], text: string | null = null): string[] =>
      ['en-US', 'fil'].map((language) => noticeOf({ ...payload, args, text }, language).options.body ?? '');
    const name = 'Ana Santos';
    expect(pushedMedia.map((sent) => bodies({ name, sent }))).toEqual([
      ['Voice message', 'Voice message'],
      ['Picture', 'Larawan'],
      ['Video', 'Video'],
      ['File', 'File'],
    ]);
    expect(bodies({ name, sent: 'voice' }, 'Pakinggan mo')[1]).toBe('Pakinggan mo');
    // A server that does not say it yet.
    expect(bodies({ name })).toEqual(['Sent something', 'May ipinadala']);
  });

  it('turns nothing around, whatever directions a text sets', () => {
    const text = 'https://\u202emoc.elpmaxe\u202c Tingnan mo';
    expect(noticeOf({ ...payload, text }, 'en-US').options.body).toBe('https://moc.elpmaxe Tingnan mo');
  });

  it('shows the host that an address opens, in what came and in an answer that could not be kept', () => {
    // The second letter of the host is Cyrillic.
    const text = 'Dito: https://b\u0430nk.example/x';
    const shown = 'Dito: https://xn--bnk-6cd.example/x';
    const { options } = noticeOf({ ...payload, text }, 'en-US');
    expect(options.body).toBe(shown);
    expect(unsentReplyOf(options.data, text, 'en-US').body).toContain(shown);
  });

  it('keeps names and words that run from right to left apart from what stands beside them', () => {
    const args = { name: 'ليلى', chat: 'Barkada' };
    expect(noticeOf({ ...payload, args }, 'en-US').title).toBe('\u2068ليلى\u2069 · Barkada');
    const comment: PushPayload = { ...payload, type: 'comment', key: 'comment', text: 'שלום (2)' };
    expect(noticeOf(comment, 'en-US').options.body).toBe('Commented on your post: \u2068שלום (2)\u2069');
    const { options } = noticeOf(payload, 'en-US');
    expect(unsentReplyOf(options.data, 'שלום', 'en-US').body).toBe('Not sent: \u2068שלום\u2069');
  });

  it('says in front that a name only looks like that of a friend', () => {
    const friend = { id: '01935a3e-0000-7000-8000-00000000000a', firstName: 'Ana', lastName: 'Santos' };
    const looks = looksOf([
      {
        ...{ ...friend, uniqueCode: 'ABCDEFGHJKMNP', middleName: null, avatarId: null },
        ...{ createdAt: payload.at, version: 1 },
      },
    ]);
    // The first letter of the name is Cyrillic.
    const args = { name: '\u0410na Santos' };
    const found = (over: Partial<PushPayload>) => likenessIn({ ...payload, args, ...over }, 'me', looks);
    expect(found({})).toBe('Ana Santos');
    expect(found({ args: { name: 'Ben', chat: 'Ana Sant0s' } })).toBe('Ana Santos');
    expect(found({ senderId: friend.id })).toBeNull();
    expect(found({ senderId: 'me' })).toBeNull();
    // It is not known who it is: it may be the friend.
    expect(found({ senderId: null })).toBeNull();
    expect(found({ args: { name: 'Ben' } })).toBeNull();
    expect(found({ args: {} })).toBeNull();
    expect(noticeOf({ ...payload, args }, 'en-US', 'Ana Santos').options.body).toBe(
      'Only the name looks like that of your friend Ana Santos\nNasa bus na ako',
    );
    expect(noticeOf({ ...payload, args }, 'fil', 'ليلى').options.body).toBe(
      'Kamukha lang ng pangalan ng kaibigan mong si \u2068ليلى\u2069\nNasa bus na ako',
    );
    expect(noticeOf({ ...payload, args: {} }, 'en-US', 'Ana Santos').options.body).not.toContain('Ana');
  });

  it('is worded in the language of the device, and in English when that is not known', () => {
    const asked: PushPayload = { ...payload, type: 'friendRequest', key: 'friendRequest', text: null };
    expect(noticeOf(asked, 'fil').options.body).toBe('Gustong makipagkaibigan');
    expect(noticeOf(asked, 'ceb').options.body).toBe('Wants to be friends');
    expect(noticeOf(asked, null).options.body).toBe('Wants to be friends');
  });

  it('draws of a name what can be seen, and names nobody where nothing can', () => {
    const called = (name: string, chat?: string) =>
      noticeOf({ ...payload, args: { name, ...(chat === undefined ? {} : { chat }) } }, 'en-US').title;
    expect(called('\u3164Ana\u0007', 'Bar\u202ekada')).toBe('Ana \u00b7 Barkada');
    expect(called('\u3164', 'Barkada')).toBe('Barkada');
    expect(called('\u3164 \u2800')).toBe('Tambay');
  });

  it('says what was commented where, and only that something came when nobody is named', () => {
    const said: PushPayload = {
      ...payload,
      type: 'comment',
      key: 'comment',
      url: '/posts/x',
      text: 'Ako!',
      seq: null,
    };
    expect(noticeOf(said, 'en-US').options.body).toBe('Commented on your post: Ako!');
    expect(noticeOf({ ...said, type: 'commentReply', key: 'commentReply' }, 'fil').options.body).toBe(
      'Sumagot sa komento mo: Ako!',
    );
    expect(noticeOf({ ...said, args: {}, text: null }, 'en-US').options).toMatchObject({
      body: 'Something new is waiting for you',
      actions: [],
    });
  });

  it('says whose post is liked by its words, not by whom, and nothing of one that is kept quiet', () => {
    const liked: PushPayload = {
      ...payload,
      type: 'like',
      key: 'like',
      args: {},
      text: 'Sino ang sasama?',
      senderId: null,
    };
    expect(noticeOf(liked, 'en-US')).toMatchObject({
      title: 'Tambay',
      options: { body: 'Somebody likes your post: Sino ang sasama?' },
    });
    expect(noticeOf({ ...liked, text: '' }, 'fil').options.body).toBe('May nagustuhan ang post mo');
    expect(noticeOf({ ...liked, text: null }, 'en-US').options.body).toBe('Something new is waiting for you');
  });

  it('tells nothing when previews are hidden, and something even when the push cannot be read', () => {
    const hidden = noticeOf({ ...payload, args: {}, text: null, senderId: null }, 'en-US');
    expect([hidden.title, hidden.options.body]).toEqual(['Tambay', 'Something new is waiting for you']);
    for (const text of [undefined, '', '{}', '{"v":2}', 'not json'])
      expect(noticeOf(readPush(text), 'en-US').options.body).toBe('Something new is waiting for you');
  });

  it('has words of its own for each kind that names something, in both languages', () => {
    const said = pushKeys.flatMap((key) =>
      ['en-US', 'fil'].map((language) => {
        const type = key === 'groupMessage' ? 'message' : key;
        const named: PushPayload = { ...payload, type, key, args: { name: 'Tambay' }, text: null };
        return noticeOf(named, language).options.body;
      }),
    );
    expect(new Set(said).size).toBe(2 * pushKeys.length);
    expect(said).not.toContain('Something new is waiting for you');
    expect(said).toContain('Somebody is there to meet');
  });

  it('keeps what says later whether it is over', () => {
    const asked: PushPayload = {
      ...payload,
      type: 'friendRequest',
      key: 'friendRequest',
      url: '/profile/friend-requests',
      chatId: null,
      seq: null,
    };
    const { data } = noticeOf(asked, 'fil').options;
    expect(noticeData.parse(JSON.parse(JSON.stringify(data)))).toEqual(data);
    expect(data.shown).toEqual({ type: 'friendRequest', id: asked.id, tag: asked.tag, at: asked.at });
    // For the other devices, what had been sent by then; a message has a mark of its own.
    expect([seenMarkOf(data), seenMarkOf(noticeOf(payload, 'fil').options.data)]).toEqual([
      { url: asked.url, until: asked.ts },
      null,
    ]);
    // Its screen is the proof, and for a message its number is, wherever it was read.
    const seqs = new Map([[payload.chatId ?? '', 3]]);
    expect([null, '/posts', '/profile/friend-requests'].map((at) => isNoticeSeen(data, seqs, at))).toEqual([
      false,
      false,
      true,
    ]);
    const message = noticeOf(payload, 'fil').options.data;
    expect(isNoticeSeen(message, seqs, payload.url)).toBe(false);
    expect(isNoticeSeen(message, new Map([[payload.chatId ?? '', 4]]), null)).toBe(true);
  });

  it('gives an answer back under a tag of its own, and only a look at its chat ends it', () => {
    const { data } = noticeOf(payload, 'fil').options;
    const unsent = unsentReplyOf(data, 'Oo naman', 'fil');
    expect(unsent).toMatchObject({ body: 'Hindi naipadala: Oo naman', data: { url: payload.url } });
    expect(unsent.tag).not.toBe(payload.tag);
    expect(unsentReplyOf(data, '\u202eoo', 'fil').body).toBe('Hindi naipadala: oo');
    const seqs = new Map([[payload.chatId ?? '', 9]]);
    expect([null, payload.url].map((at) => isNoticeSeen(unsent.data, seqs, at))).toEqual([false, true]);
    expect(seenMarkOf(unsent.data)).toBeNull();
  });

  it('never leads out of the app', () => {
    for (const url of ['https://evil.example/', '//evil.example', 'javascript:alert(1)'])
      expect(readPush(JSON.stringify({ ...payload, url }))).toBeNull();
  });
});
