import { distinctUntilChanged, map, merge, skip } from 'rxjs';
import { ProtocolError } from '../../../protocol/index.ts';
import {
  type Clock,
  createClock,
  type EngineWrap,
  type HttpRequest,
  type Online,
  type Ports,
  type Socket,
  type SocketConnection,
  type Storage,
} from '../../../sync/index.ts';
import type { FaultSwitches } from './lab-faults.ts';
import { labFiles, labHttp } from './lab-http.ts';

const CLOCK_AHEAD_MS = 3 * 60_000;
const SLOW_MS = 600;
const LOSS = 0.05;

const labClock = (clock: Clock, faults: FaultSwitches): Clock =>
  createClock(
    () => clock.now() + (faults.has('clock') ? CLOCK_AHEAD_MS : 0),
    (action, delayMs) => clock.schedule(action, delayMs),
  );

const labOnline = (online: Online, faults: FaultSwitches): Online => ({
  isOnline: () => !faults.has('offline') && online.isOnline(),
  changes: merge(
    online.changes,
    faults.on.pipe(
      map((on) => on.has('offline')),
      distinctUntilChanged(),
      skip(1),
    ),
  ),
});

/** Nothing gets through: the socket breaks, and comes back with the network. */
const labSocket = (
  { socket, clock, ids }: Pick<Ports, 'socket' | 'clock' | 'ids'>,
  faults: FaultSwitches,
): Socket => ({
  open(auth, handlers) {
    const isCut = (): boolean => faults.has('offline') || faults.has('portal');
    let isConnected = false;
    let connection: SocketConnection | null = null;
    const follow = (): void => {
      if (isCut() && connection !== null) {
        connection.close();
        connection = null;
        if (isConnected) handlers.onDisconnect();
        isConnected = false;
      } else if (!isCut() && connection === null) {
        connection = socket.open(auth, {
          onConnect() {
            isConnected = true;
            handlers.onConnect();
          },
          onDisconnect() {
            isConnected = false;
            handlers.onDisconnect();
          },
          onEvent(event, payload) {
            // A lost event leaves a hole in the numbers, which the engine sees.
            if (faults.has('loss') && ids.random() < LOSS) return;
            if (faults.has('slow')) clock.schedule(() => handlers.onEvent(event, payload), SLOW_MS);
            else handlers.onEvent(event, payload);
          },
        });
      }
    };
    const subscription = faults.on.subscribe(follow);
    return {
      emit: (event, payload) => connection?.emit(event, payload),
      hurry: () => connection?.hurry(),
      close() {
        subscription.unsubscribe();
        connection?.close();
      },
    };
  },
});

const labStorage = (storage: Storage, faults: FaultSwitches): Storage => ({
  ...storage,
  async write(stores, action) {
    if (faults.has('quota')) throw new ProtocolError('storage_full');
    return storage.write(stores, action);
  },
  async writeBlind(stores, action) {
    if (faults.has('quota')) throw new ProtocolError('storage_full');
    return storage.writeBlind(stores, action);
  },
});

/** Puts the faults between the engine and the world: the running engine itself meets them, through its own ports. */
export const labWrap = (
  faults: FaultSwitches,
  { onSend, onPorts }: { onSend: (request: HttpRequest) => void; onPorts: (ports: Ports) => void },
): EngineWrap => ({
  ports(ports) {
    onPorts(ports);
    const clock = labClock(ports.clock, faults);
    return {
      ...ports,
      clock,
      online: labOnline(ports.online, faults),
      http: labHttp(ports, faults, onSend),
      files: labFiles(ports, faults),
      socket: labSocket(ports, faults),
    };
  },
  storage: (storage) => labStorage(storage, faults),
});
