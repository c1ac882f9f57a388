import { BehaviorSubject } from 'rxjs';
import { z } from '../../../protocol/index.ts';
import type { StateObservable } from '../../../sync/index.ts';

/** What a tester can switch on, in the order of the screen. */
export const labFaults = [
  'offline',
  'slow',
  'loss',
  'lostAnswer',
  'status401',
  'status409',
  'status413',
  'status429',
  'status500',
  'portal',
  'quota',
  'clock',
] as const;
export type LabFault = (typeof labFaults)[number];

export type FaultSwitches = {
  /** Those that are on. */
  readonly on: StateObservable<ReadonlySet<LabFault>>;
  has(fault: LabFault): boolean;
  set(fault: LabFault, isOn: boolean): void;
  clear(): void;
};

const talk = z.union([
  z.object({ kind: z.literal('ask') }),
  z.object({ kind: z.literal('on'), faults: z.array(z.enum(labFaults)) }),
]);

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/**
 * Which faults are on, in every tab alike: one that has none would send what another holds back. They end with the last
 * of the tabs.
 */
export const createFaultSwitches = (channel: Channel | null): FaultSwitches => {
  const on = new BehaviorSubject<ReadonlySet<LabFault>>(new Set());
  const tell = (): void => channel?.postMessage({ kind: 'on', faults: [...on.value] });
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const said = talk.safeParse(data).data;
    if (said?.kind === 'on') on.next(new Set(said.faults));
    else if (said && on.value.size > 0) tell();
  });
  channel?.postMessage({ kind: 'ask' });
  const change = (next: ReadonlySet<LabFault>): void => {
    on.next(next);
    tell();
  };
  return {
    on,
    has: (fault) => on.value.has(fault),
    set(fault, isOn) {
      const next = new Set(on.value);
      if (isOn) next.add(fault);
      else next.delete(fault);
      change(next);
    },
    clear: () => change(new Set()),
  };
};
