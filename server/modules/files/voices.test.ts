import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileResponse, messageResponse, newId, newUntimedId } from '../../../protocol/index.ts';
import { openApi } from '../../testing/api.ts';
import { multipartOf } from '../../testing/multipart.ts';
import { waveSound } from '../../testing/sounds.ts';
import { photo } from '../../testing/upload.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const WAVEFORM = 'AZ09az+/'.repeat(8);

const upload = async (person: Person, bytes: Uint8Array | string, id: string) => {
  const form = multipartOf([
    { name: 'id', bytes: id },
    { name: 'file', bytes, filename: 'boses.webm' },
  ]);
  return api.app.inject({
    method: 'POST',
    url: '/api/v1/files',
    payload: form.payload,
    headers: { ...form.headers, authorization: `Bearer ${await api.tokenOf(person)}` },
  });
};
const uploaded = async (person: Person, bytes: Uint8Array | string, id: string) => {
  const answer = await upload(person, bytes, id);
  expect(answer.statusCode).toBe(201);
  return fileResponse.parse(answer.json()).data;
};
const send = async (from: Person, chatId: string, body: object) => {
  const answer = await api.ask(from, 'POST', `/chats/${chatId}/messages`, { body });
  return { status: answer.statusCode, code: answer.json().code, body: answer.json() };
};

describe('a voice message', () => {
  it('a voice message has the length and the waveform that its sender tells, until its bytes tell how long it plays', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const id = newId();
    const voices = { [id]: { durationMs: 9_000, waveform: WAVEFORM } };
    const sent = await send(ana, chatId, { files: [id], voices });
    expect(messageResponse.parse(sent.body).data.media).toMatchObject([
      { id, state: 'awaited', kind: 'file', durationMs: 9_000, waveform: WAVEFORM },
    ]);
    expect((await upload(ana, await photo(), id)).json().code).toBe('unsupported_type');
    expect((await upload(ana, waveSound(2).slice(0, 40), id)).json().code).toBe('unreadable_media');
    await uploaded(ana, waveSound(2), id);
    const { data } = (await api.ask(ben, 'GET', `/chats/${chatId}/messages`)).json();
    expect(data[0].media).toMatchObject([
      { id, state: 'ready', mime: 'audio/wav', durationMs: 2_000, waveform: WAVEFORM },
    ]);
  });

  it('a recording that was faster than its message has its waveform, too, and keeps it when it is forwarded', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const id = newId();
    await uploaded(ana, waveSound(2), id);
    const messageId = newId();
    await send(ana, chatId, {
      ...{ id: messageId, files: [id], voices: { [id]: { durationMs: 9_000, waveform: WAVEFORM } } },
    });
    const copy = newUntimedId();
    const forwarded = await send(ben, chatId, { files: [copy], copies: { [copy]: id }, isForwarded: true });
    expect(messageResponse.parse(forwarded.body).data.media).toMatchObject([
      { id: copy, state: 'ready', durationMs: 2_000, waveform: WAVEFORM },
    ]);
  });

  it('what is no sound is no voice message', async () => {
    const { ana, chatId } = await api.world.friends();
    const id = newId();
    await uploaded(ana, 'isang sulat', id);
    const sent = await send(ana, chatId, {
      ...{ files: [id], voices: { [id]: { durationMs: 1_000, waveform: WAVEFORM } } },
    });
    expect(sent).toMatchObject({ status: 422, code: 'impossible' });
  });

  it.each([
    ['a waveform that is too short', { durationMs: 1_000, waveform: 'AAAA' }],
    ['a waveform that is too long', { durationMs: 1_000, waveform: 'A'.repeat(65) }],
    ['a waveform of other characters', { durationMs: 1_000, waveform: '<'.repeat(64) }],
    ['a waveform that is no text', { durationMs: 1_000, waveform: 64 }],
    ['a length of nothing', { durationMs: 0, waveform: 'A'.repeat(64) }],
    ['a length of hours', { durationMs: 900_001, waveform: 'A'.repeat(64) }],
    ['a voice of no file', null],
  ])('%s is refused, and nothing is sent', async (_what, voice) => {
    const { ana, chatId } = await api.world.friends();
    const [id, other] = [newId(), newId()];
    const voices = voice === null ? { [other]: { durationMs: 1, waveform: WAVEFORM } } : { [id]: voice };
    expect(await send(ana, chatId, { files: [id], voices })).toMatchObject({
      status: 400,
      code: 'validation',
    });
    expect((await api.ask(ana, 'GET', `/chats/${chatId}/messages`)).json().data).toEqual([]);
  });
});
