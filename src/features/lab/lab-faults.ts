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

/** Which faults are on in this tab. They end with the page. */
export const createFaultSwitches = (): FaultSwitches => {
  let on: ReadonlySet<LabFault> = new Set();
  const listeners = new Set<() => void>();
  const show = (next: ReadonlySet<LabFault>): void => {
    on = next;
    for (const listener of [...listeners]) listener();
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
      show(next);
    },
    clear: () => show(new Set()),
  };
};
