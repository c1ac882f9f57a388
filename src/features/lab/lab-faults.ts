import { z } from '../../../protocol/index.ts';
import type { Subscribable } from '../../../sync/index.ts';

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

export type FaultSwitches = Subscribable<ReadonlySet<LabFault>> & {
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
  let on: ReadonlySet<LabFault> = new Set();
  const listeners = new Set<() => void>();
  const show = (next: ReadonlySet<LabFault>): void => {
    on = next;
    for (const listener of [...listeners]) listener();
  };
  const tell = (): void => channel?.postMessage({ kind: 'on', faults: [...on] });
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const said = talk.safeParse(data).data;
    if (said?.kind === 'on') show(new Set(said.faults));
    else if (said && on.size > 0) tell();
  });
  channel?.postMessage({ kind: 'ask' });
  const change = (next: ReadonlySet<LabFault>): void => {
    show(next);
    tell();
  };
  return {
    get: () => on,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    has: (fault) => on.has(fault),
    set(fault, isOn) {
      const next = new Set(on);
      if (isOn) next.add(fault);
      else next.delete(fault);
      change(next);
    },
    clear: () => change(new Set()),
  };
};
