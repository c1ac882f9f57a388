import { expect, it } from 'vitest';
import { createVirtualTime } from '../testing/virtual-time.ts';
import { createLive, STRANGER } from './live.ts';

const setup = () => {
  const time = createVirtualTime();
  const live = createLive(time);
  const said: unknown[] = [];
  const connect = () => live.connect((event, payload) => said.push([event, payload]));
  return { time, live, said, connect };
};

it('[SO4] says that one types at most every three seconds, and nothing without a socket', async () => {
  const { time, live, said, connect } = setup();
  live.typed('c1');
  connect();
  live.typed('c1');
  live.typed('c1');
  live.typed('c2');
  await time.advance(3_000);
  live.typed('c1');
  expect(said).toEqual([
    ['typing', { chatId: 'c1' }],
    ['typing', { chatId: 'c2' }],
    ['typing', { chatId: 'c1' }],
  ]);
});

it('[SO4] lets typing end by itself, with the message, and with the socket', async () => {
  const { time, live, connect } = setup();
  connect();
  live.receiveTyping('c1', 'ana');
  await time.advance(4_000);
  live.receiveTyping('c1', 'ana');
  live.receiveTyping('c1', 'ben');
  await time.advance(4_000);
  expect(live.state.value.typing.get('c1')).toEqual(['ana', 'ben']);
  live.receiveMessage('c1', 'ana');
  expect(live.state.value.typing.get('c1')).toEqual(['ben']);
  await time.advance(2_000);
  expect(live.state.value.typing.size).toBe(0);
  live.receiveTyping('c1', 'ana');
  live.connect(null);
  expect(live.state.value.typing.size).toBe(0);
});

it('[SO4] lets a stranger type on whatever else changes in the chat, until the words have come', () => {
  const { live, connect } = setup();
  connect();
  live.receiveTyping('s1', STRANGER);
  // They have seen, allowed or wished something.
  live.receiveStrangerChange();
  expect(live.state.value.typing.get('s1')).toEqual([STRANGER]);
  live.strangerSaid('s1');
  expect(live.state.value.typing.size).toBe(0);
});

it('[SO4] knows who is there of those it watches, and asks again on each socket', () => {
  const { live, said, connect } = setup();
  live.watch(['ana', 'ben']);
  connect();
  expect(said).toEqual([['watch', { userIds: ['ana', 'ben'] }]]);
  live.receivePresence('ana', true);
  live.receivePresence('cora', true);
  expect([...live.state.value.online]).toEqual(['ana']);
  live.watch(['ben']);
  expect(live.state.value.online.size).toBe(0);
});
