import { BehaviorSubject } from 'rxjs';
import { type PushAnswer, type PushedMutation, pushRequest, pushResponse } from '../../../protocol/index.ts';
import type { EngineWrap, HttpRequest, Ports, StateObservable } from '../../../sync/index.ts';
import { createFaultSwitches, type FaultSwitches } from './lab-faults.ts';
import { labWrap } from './lab-ports.ts';

export type SentMutation = { readonly mutation: PushedMutation; readonly request: HttpRequest };

export type ReplayReport = {
  /** Copies that were sent. */
  readonly copies: number;
  readonly answered: number;
  /** Verdicts that differ from the first one: none, when it took effect once. */
  readonly different: number;
  readonly status: PushAnswer['status'] | null;
};

export type Lab = {
  readonly faults: FaultSwitches;
  readonly wrap: EngineWrap;
  /** What left this tab, the newest first. */
  readonly sent: StateObservable<readonly SentMutation[]>;
  /** Sends one mutation again, word for word, past every fault. */
  replay(sent: SentMutation, copies: number): Promise<ReplayReport>;
};

const KEPT = 10;

const createLab = (): Lab => {
  const faults = createFaultSwitches(
    'BroadcastChannel' in globalThis ? new BroadcastChannel('tambay-lab') : null,
  );
  let ports: Ports | null = null;
  const sent = new BehaviorSubject<readonly SentMutation[]>([]);
  const note = (request: HttpRequest): void => {
    if (!request.path.endsWith('/sync/push')) return;
    const { data } = pushRequest.safeParse(request.body);
    if (!data) return;
    const added = data.mutations.map((mutation) => ({ mutation, request })).toReversed();
    const ids = new Set(added.map(({ mutation }) => mutation.id));
    sent.next([...added, ...sent.value.filter(({ mutation }) => !ids.has(mutation.id))].slice(0, KEPT));
  };

  return {
    faults,
    wrap: labWrap(faults, {
      onSend: note,
      onPorts(opened) {
        ports = opened;
      },
    }),
    sent,
    async replay({ mutation, request }, copies) {
      const verdicts: PushAnswer[] = [];
      const body = { ...pushRequest.parse(request.body), mutations: [mutation] };
      const { signal } = new AbortController();
      for (let copy = 0; copy < copies; copy += 1) {
        const answer = await ports?.http.send({ ...request, body, signal }).catch(() => undefined);
        const verdict = pushResponse.safeParse(answer?.json).data?.answers[0];
        if (verdict) verdicts.push(verdict);
      }
      const [first] = verdicts;
      return {
        copies,
        answered: verdicts.length,
        // A second effect would be a new entry in a log, with a number of its own.
        different: verdicts.filter((verdict) => JSON.stringify(verdict) !== JSON.stringify(first)).length,
        status: first?.status ?? null,
      };
    },
  };
};

/** One for the page: it outlives the engines, so that what is switched on stays on through a sign-in. */
export const lab = createLab();
