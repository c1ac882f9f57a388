import { io, type Socket } from 'socket.io-client';
import { newId, PROTOCOL_VERSION } from '../../protocol/index.ts';

/** A socket of a member that keeps everything it is told. */
export interface Listener {
  socket: Socket;
  /** Every event so far, with its payload. */
  received: { event: string; payload: unknown }[];
  /** Resolves with the first event, past or to come, for which `isIt` says yes. */
  waitFor(isIt: (event: string, payload: unknown) => boolean): Promise<unknown>;
  /** Resolves when the server has let it in and told it where its scopes stand. */
  ready: Promise<unknown>;
  /** Resolves when the server refuses or cuts it. */
  cut: Promise<string>;
}

/** Opens a socket with a token; `auth` replaces what the handshake says. */
export function listen(url: string, token: string, auth?: unknown): Listener {
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: Object(auth ?? { token, deviceId: newId(), protocol: PROTOCOL_VERSION }),
  });
  const received: Listener['received'] = [];
  const waiting = new Set<() => void>();
  socket.onAny((event: string, payload: unknown) => {
    received.push({ event, payload });
    for (const check of waiting) check();
  });
  const waitFor: Listener['waitFor'] = (isIt) =>
    new Promise((resolve) => {
      const check = () => {
        const found = received.find(({ event, payload }) => isIt(event, payload));
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found.payload);
      };
      waiting.add(check);
      check();
    });
  const cut = new Promise<string>((resolve) => {
    socket.on('connect_error', (error) => resolve(`refused: ${JSON.stringify({ ...error })}`));
    socket.on('disconnect', resolve);
  });
  return { socket, received, waitFor, cut, ready: waitFor((event) => event === 'heads') };
}

/** Words of an event, wherever they stand in it. */
export const mentions = (payload: unknown, words: string): boolean => JSON.stringify(payload).includes(words);

/** A WebSocket that speaks engine.io by hand, to say what socket.io's own client never would. */
export async function openRawSocket(url: string, auth: unknown, query = '') {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket${query}`);
  const frames: string[] = [];
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve(code));
  });
  let onFrame = () => undefined;
  socket.addEventListener('message', ({ data }) => {
    frames.push(String(data));
    onFrame();
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('The WebSocket was refused.')));
  });
  if (auth !== undefined) socket.send(`40${JSON.stringify(auth)}`);
  const until = (isIt: (frame: string) => boolean): Promise<void> =>
    new Promise((resolve) => {
      onFrame = () => {
        if (frames.some(isIt)) resolve();
        return undefined;
      };
      onFrame();
    });
  /** Names no member: only the question of `settled` is answered with it. */
  const fenceId = newId();
  const isFence = (frame: string): boolean => frame.startsWith('42["presence"') && frame.includes(fenceId);
  /**
   * Waits until the server has read everything that an admitted socket has sent: it answers a last question in its turn.
   * @returns whether the socket is still open
   */
  const settled = async (): Promise<boolean> => {
    socket.send(`42${JSON.stringify(['watch', { userIds: [fenceId] }])}`);
    return Promise.race([closed.then(() => false), until(isFence).then(() => true)]);
  };
  return { socket, frames, closed, until, settled, isFence };
}
