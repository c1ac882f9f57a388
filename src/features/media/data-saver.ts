import { defer, fromEvent, merge, Subject } from 'rxjs';
import { useExternalValue } from '../../app/use-observable.ts';
import { DATA_SAVER_KEY } from './data-saver-key.ts';

export type DataSaver = 'auto' | 'on' | 'off';
const choices = new Subject<void>();

type Connection = EventTarget & { readonly saveData?: boolean; readonly effectiveType?: string };
const connection = (): Connection | undefined =>
  'connection' in navigator && navigator.connection instanceof EventTarget ? navigator.connection : undefined;

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
  const choice = readChoice();
  if (choice !== 'auto') return choice === 'on';
  const network = connection();
  return network?.saveData === true || /^(?:slow-2g|2g)$/.test(network?.effectiveType ?? '');
};

const changes = defer(() => {
  const network = connection();
  return network === undefined ? choices : merge(choices, fromEvent(network, 'change'));
});

export const useDataSaverChoice = (): DataSaver => useExternalValue(changes, readChoice);

/** Whether media are loaded on tap only: by choice, or because the network is slow or the device asks to save data. */
export const useIsSavingData = (): boolean => useExternalValue(changes, isSaving);
