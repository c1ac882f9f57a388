/** Whether testers have switched the network lab on; gone with a sign-out, like everything in local storage. */
const KEY = 'tambay.networkLab';

export const isLabOn = (): boolean => localStorage.getItem(KEY) !== null;

/** The engine meets its faults from its start on, so the page begins anew; what was typed is kept. */
export const switchLab = (isOn: boolean): void => {
  if (isOn) localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
  location.reload();
};

/** A tab that started before the switch was turned knows no faults, or knows faults that are over. */
export const followLabSwitch = (): void => {
  window.addEventListener('storage', ({ key, newValue, oldValue }) => {
    if (key === KEY && newValue !== oldValue) location.reload();
  });
};
