import { merge, Subject } from 'rxjs';
import { type DataUse, meterChanges, readDataUse } from './data-meter.ts';
import { DATA_BUDGET_KEY, DATA_WARNED_KEY } from './data-meter-key.ts';
import { connectionChanges, isOnWifi } from './network-kind.ts';
import { useExternalValue } from './use-observable.ts';

/** The limits that can be chosen, in millions of bytes per month. */
export const BUDGETS_MB = ['100', '300', '1000'] as const;
export type BudgetMb = (typeof BUDGETS_MB)[number];

/** What a member allows per month on this device. */
export type DataBudget = {
  /** Null: as much as there is. */
  readonly limit: BudgetMb | null;
  /** Wi-Fi counts, too, as it does where the browser does not tell it from mobile data. */
  readonly countsWifi: boolean;
};

/** `near`: the member is warned. `used`: media load on tap alone. */
export type BudgetState = 'open' | 'near' | 'used';

/** From which share of the limit on the member is warned. */
const NEAR = 0.8;
const BYTES_PER_MB = 1_000_000;

/** What counts against the limit, in bytes. */
export const countedBytes = ({ countsWifi }: DataBudget, { bytes, wifiBytes }: DataUse): number =>
  countsWifi ? bytes : bytes - wifiBytes;

export const budgetStateOf = (budget: DataBudget, use: DataUse): BudgetState => {
  if (budget.limit === null) return 'open';
  const share = countedBytes(budget, use) / (Number(budget.limit) * BYTES_PER_MB);
  if (share >= 1) return 'used';
  return share >= NEAR ? 'near' : 'open';
};

/** Reads what `writeBudget` has written; anything else is no limit. */
export const parseBudget = (stored: string | null): DataBudget => {
  const [limit = '', wifi] = (stored ?? '').split(' ');
  return { limit: BUDGETS_MB.find((one) => one === limit) ?? null, countsWifi: wifi === 'wifi' };
};

const chosen = new Subject<void>();
const changes = merge(chosen, meterChanges);

const readBudget = (): DataBudget => parseBudget(localStorage.getItem(DATA_BUDGET_KEY));

export const setDataBudget = ({ limit, countsWifi }: DataBudget): void => {
  localStorage.setItem(DATA_BUDGET_KEY, `${limit ?? 'none'}${countsWifi ? ' wifi' : ''}`);
  chosen.next();
};

const readState = (): BudgetState => budgetStateOf(readBudget(), readDataUse());

/** Whether the month's limit is reached for the network that the device is on. */
export const isBudgetUsed = (): boolean =>
  readState() === 'used' && (readBudget().countsWifi || isOnWifi() !== true);

/** Emits when `isBudgetUsed` may answer something else. */
export const budgetChanges = merge(changes, connectionChanges);

export const useIsBudgetUsed = (): boolean => useExternalValue(budgetChanges, isBudgetUsed);
export const useBudgetState = (): BudgetState => useExternalValue(changes, readState);
export const useBudgetLimit = (): DataBudget['limit'] => useExternalValue(changes, () => readBudget().limit);
export const useCountsWifi = (): boolean => useExternalValue(changes, () => readBudget().countsWifi);
export const useCountedBytes = (): number =>
  useExternalValue(changes, () => countedBytes(readBudget(), readDataUse()));

/** Notes that the member is told of a state. @returns false when they were told of it, or of more, this month */
export const noteWarning = (state: 'near' | 'used'): boolean => {
  const { month } = readDataUse();
  const [told, what] = (localStorage.getItem(DATA_WARNED_KEY) ?? '').split(' ');
  if (told === month && (what === 'used' || what === state)) return false;
  localStorage.setItem(DATA_WARNED_KEY, `${month} ${state}`);
  return true;
};
