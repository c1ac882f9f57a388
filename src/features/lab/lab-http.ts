import { type ErrorKind, errorKinds } from '../../../protocol/index.ts';
import type { Clock, FileSender, Http, HttpAnswer, HttpRequest, Ports } from '../../../sync/index.ts';
import type { FaultSwitches, LabFault } from './lab-faults.ts';

/** A bad second-generation network: 600 ms each way, and 6 KB a second. */
const SLOW_MS = 600;
const SLOW_BYTES_PER_MS = 6;
const LOSS = 0.05;
const RETRY_AFTER_MS = 5_000;

const WRITES = /\/sync\/push$|\/files/;

/** What our own server would say, word for word. */
const saying = (code: ErrorKind, retryAfterMs?: number): HttpAnswer => ({
  status: errorKinds[code].status,
  json: {
    status: errorKinds[code].status,
    code,
    message: errorKinds[code].message,
    requestId: 'network-lab',
  },
  retryAfterMs,
});

/** A page of somebody between us and the server. */
const PORTAL: HttpAnswer = { status: 200, json: undefined, retryAfterMs: undefined };

/** Only our server has looked at the bytes, and would say the same again: a 413 of a proxy, as this is, ends with it. */
const TOO_LARGE_ON_THE_WAY: HttpAnswer = {
  status: errorKinds.too_large.status,
  json: undefined,
  retryAfterMs: undefined,
};

const answers: readonly (readonly [fault: LabFault, answer: HttpAnswer, onlyWrites: boolean])[] = [
  ['portal', PORTAL, false],
  ['status401', saying('session_dead'), false],
  ['status500', saying('internal'), false],
  ['status429', saying('rate_limited', RETRY_AFTER_MS), false],
  ['status409', saying('conflict'), true],
  ['status413', TOO_LARGE_ON_THE_WAY, true],
];

const wait = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.schedule(resolve, ms);
  });

const sizeOf = (body: unknown): number => (body === undefined ? 0 : JSON.stringify(body).length);

/** An answer from the network instead of the server's, or null: it comes through. Throws when nothing does. */
const meet = async (
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
  faults: FaultSwitches,
  { path, bytes }: { path: string; bytes: number },
): Promise<HttpAnswer | null> => {
  if (faults.has('offline')) throw new TypeError('Network lab: offline');
  if (faults.has('slow')) await wait(clock, SLOW_MS + bytes / SLOW_BYTES_PER_MS);
  if (faults.has('loss') && ids.random() < LOSS) throw new TypeError('Network lab: lost');
  const isWrite = WRITES.test(path);
  const told = answers.find(([fault, , onlyWrites]) => faults.has(fault) && (isWrite || !onlyWrites));
  return told?.[1] ?? null;
};

export const labHttp = (
  ports: Pick<Ports, 'clock' | 'ids' | 'http'>,
  faults: FaultSwitches,
  onSend: (request: HttpRequest) => void,
): Http => ({
  async send(request) {
    const told = await meet(ports, faults, { path: request.path, bytes: sizeOf(request.body) });
    if (told !== null) return told;
    onSend(request);
    const answer = await ports.http.send(request);
    // The server has carried it out; the answer is lost.
    if (faults.has('lostAnswer') && WRITES.test(request.path))
      throw new TypeError('Network lab: answer lost');
    if (faults.has('slow')) await wait(ports.clock, SLOW_MS + sizeOf(answer.json) / SLOW_BYTES_PER_MS);
    return answer;
  },
});

export const labFiles = (
  ports: Pick<Ports, 'clock' | 'ids' | 'files'>,
  faults: FaultSwitches,
): FileSender => ({
  digest: (bytes) => ports.files.digest(bytes),
  async send(request) {
    const told = await meet(ports, faults, { path: '/files', bytes: request.bytes.size });
    // A page without a word of how much is there: the sender takes it for no answer.
    if (told === PORTAL) throw new TypeError('Network lab: a page instead of an answer');
    if (told !== null) return told;
    const answer = await ports.files.send(request);
    if (faults.has('lostAnswer')) throw new TypeError('Network lab: answer lost');
    return answer;
  },
});
