/** Whether testers have switched the network lab on; gone with a sign-out, like everything in local storage. */
const KEY = 'tambay.networkLab';

export const isLabOn = (): boolean => localStorage.getItem(KEY) !== null;

/** The engine meets its faults from its start on, so the page begins anew; what was typed is kept. */
export const switchLab = (isOn: boolean): void => {
  if (isOn) localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
  location.reload();
};
