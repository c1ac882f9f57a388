import { Subject } from 'rxjs';
import { z } from '../../../protocol/index.ts';
import { useExternalValue } from '../../app/use-observable.ts';
import { useEngine } from '../../session/services.tsx';
import { TAKEN_STEPS_KEY } from './taken-steps-key.ts';

/** `hidden`: the member has dismissed the list. */
const step = z.enum(['code', 'publicChats', 'hidden']);
export type TakenStep = z.infer<typeof step>;

// Kept when they sign out: who has dismissed the list is not led again. A device has few members.
const takenByMember = z.record(z.uuid(), z.array(step));
const MEMBERS_MAX = 20;

const changes = new Subject<void>();
const readText = (): string => localStorage.getItem(TAKEN_STEPS_KEY) ?? '{}';
const parse = (text: string): z.infer<typeof takenByMember> => {
  try {
    return takenByMember.parse(JSON.parse(text));
  } catch {
    return {};
  }
};

const takeStep = (userId: string, taken: TakenStep): void => {
  const { [userId]: own = [], ...others } = parse(readText());
  const kept = Object.entries(others).slice(-(MEMBERS_MAX - 1));
  const next = Object.fromEntries([...kept, [userId, [...new Set([...own, taken])]]]);
  localStorage.setItem(TAKEN_STEPS_KEY, JSON.stringify(next));
  changes.next();
};

/** The steps that this member took on this device, and how to add one. */
export const useTakenSteps = (): { noted: ReadonlySet<TakenStep>; take: (taken: TakenStep) => void } => {
  const { userId } = useEngine();
  const noted = new Set(parse(useExternalValue(changes, readText))[userId]);
  return { noted, take: (taken) => takeStep(userId, taken) };
};
