/** A fault that somebody must look at. */
export type Fault = {
  readonly at: string;
  readonly name: string;
  readonly message: string;
  readonly stack: string;
};

/** Enough for a report; older ones rarely tell more. */
const FAULTS_MAX = 50;

const faults: Fault[] = [];

const toFault = (error: unknown): Fault => {
  const known = error instanceof Error ? error : new Error(String(error));
  return {
    at: new Date().toISOString(),
    name: known.name,
    message: known.message,
    stack: known.stack ?? '',
  };
};

/** Takes note of a fault that no screen is about, for the Sync Doctor; while developing it is an error of the page. */
export const reportFault = (error: unknown): void => {
  faults.push(toFault(error));
  if (faults.length > FAULTS_MAX) faults.shift();
  if (import.meta.env.DEV) globalThis.reportError(error);
};

/** What was reported since the page was opened, oldest first. */
export const readFaults = (): readonly Fault[] => [...faults];
