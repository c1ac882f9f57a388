import { io } from 'socket.io-client';
import type { Socket } from './ports.ts';

const RECONNECT_MS = 1_000;
const RECONNECT_MAX_MS = 30_000;
const HURRY_MS = 1_000;
/** About what a frame has beside its text: its head (RFC 6455 §5.2) and the digit that says what it is. */
const FRAME_BYTES = 4;

type IoSocketOptions = {
  readonly reconnectMs?: number;
  /** Told of each frame that comes in, about: no browser measures what comes over a WebSocket. */
  readonly onReceived?: ((bytes: number) => void) | undefined;
};

/** Socket.IO over WebSocket only: polling would need sticky sessions, and a proxy that blocks WebSocket leaves the pull. */
export const createIoSocket = (
  baseUrl: string,
  { reconnectMs = RECONNECT_MS, onReceived }: IoSocketOptions = {},
): Socket => ({
  open(auth, handlers) {
    let refusals = 0;
    let hurriedAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const socket = io(baseUrl, {
      transports: ['websocket'],
      auth: (send) => send(auth()),
      // A socket of one's own: a shared manager would keep the former user's handshake.
      forceNew: true,
      reconnectionDelay: reconnectMs,
      reconnectionDelayMax: RECONNECT_MAX_MS,
      randomizationFactor: 0.5,
      timeout: 10_000,
    });
    // Each connection has an engine of its own.
    if (onReceived !== undefined)
      socket.io.on('open', () =>
        socket.io.engine.on('packet', ({ data }) => onReceived(FRAME_BYTES + String(data ?? '').length)),
      );
    // The library repairs broken connections, but takes a word of the server for its last: a database that was away for a
    // moment at the handshake would leave this page without events until it is loaded again.
    const comeBack = (): void => {
      if (socket.active) return;
      const wait = Math.min(RECONNECT_MAX_MS, reconnectMs * 2 ** refusals) * (0.5 + Math.random());
      refusals += 1;
      clearTimeout(timer);
      timer = setTimeout(() => socket.connect(), wait);
    };
    socket.on('connect', () => {
      refusals = 0;
      handlers.onConnect();
    });
    socket.on('connect_error', comeBack);
    socket.on('disconnect', (reason) => {
      handlers.onDisconnect();
      if (reason !== 'io client disconnect') comeBack();
    });
    socket.onAny((event: unknown, payload: unknown) => {
      if (typeof event === 'string') handlers.onEvent(event, payload);
    });
    return {
      emit: (event, payload) => void socket.emit(event, payload),
      hurry: () => {
        const now = performance.now();
        // Focus, visibility and network come in one moment: one attempt is enough.
        if (socket.connected || now - hurriedAt < HURRY_MS) return;
        hurriedAt = now;
        refusals = 0;
        clearTimeout(timer);
        // The library has no word for "now": to give up and to begin anew ends its waiting.
        socket.disconnect().connect();
      },
      close: () => {
        clearTimeout(timer);
        socket.close();
      },
    };
  },
});
