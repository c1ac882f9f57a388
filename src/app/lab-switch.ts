import type { UpdateHolds } from './update-holds.ts';

/** Whether testers have switched the network lab on; gone with a sign-out, like everything in local storage. */
const KEY = 'tambay.networkLab';

export const isLabOn = (): boolean => localStorage.getItem(KEY) !== null;

/** The engine meets its faults from its start on, so the page begins anew; what was typed is kept. */
export const switchLab = (isOn: boolean): void => {
  if (isOn) localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
  location.reload();
};

/**
 * A tab that started before the switch was turned knows no faults, or knows faults that are over: its engine talks to the
 * world itself, through ports that were handed over at its start. It begins anew when that takes no words out of a form, and
 * goes on as it is until then.
 */
export const followLabSwitch = ({ whenFree }: Pick<UpdateHolds, 'whenFree'>): void => {
  const wasOn = isLabOn();
  window.addEventListener('storage', ({ key, newValue, oldValue }) => {
    if (key !== KEY || newValue === oldValue) return;
    whenFree(() => {
      if (isLabOn() !== wasOn) location.reload();
    });
  });
};
