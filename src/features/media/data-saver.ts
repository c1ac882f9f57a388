import { merge, Subject } from 'rxjs';
import { budgetChanges, isBudgetUsed } from '../../app/data-budget.ts';
import { connection } from '../../app/network-kind.ts';
import { useExternalValue } from '../../app/use-observable.ts';
import { DATA_SAVER_KEY } from './data-saver-key.ts';

export type DataSaver = 'auto' | 'on' | 'off';
const choices = new Subject<void>();

const isChoice = (value: string | null): value is DataSaver =>
  value === 'auto' || value === 'on' || value === 'off';
const readChoice = (): DataSaver => {
  const stored = localStorage.getItem(DATA_SAVER_KEY);
  return isChoice(stored) ? stored : 'auto';
};

/** The member's own choice on this device. */
export const setDataSaver = (choice: DataSaver): void => {
  localStorage.setItem(DATA_SAVER_KEY, choice);
  choices.next();
};

const isSaving = (): boolean => {
  if (isBudgetUsed()) return true;
  const choice = readChoice();
  if (choice !== 'auto') return choice === 'on';
  const network = connection();
  return network?.saveData === true || /^(?:slow-2g|2g)$/.test(network?.effectiveType ?? '');
};

const changes = merge(choices, budgetChanges);

export const useDataSaverChoice = (): DataSaver => useExternalValue(changes, readChoice);

/**
 * Whether media are loaded on tap only: by choice, because the network is slow or the device asks to save data, or because the
 * month's limit is reached.
 */
export const useIsSavingData = (): boolean => useExternalValue(changes, isSaving);
