import { getLanguage } from '../i18n/i18n.ts';
import { isLabOn } from './lab-switch.ts';

/**
 * The worker cannot read local storage: in which language it words its notifications, and whether it keeps away from a
 * network that the lab makes faulty.
 */
export const rememberForWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  const { withDevice } = await import('../../sync/index.ts');
  await withDevice(async (device) => {
    await device.rememberLanguage(getLanguage());
    await device.rememberLab(isLabOn());
  });
};

const urlOf = (message: unknown): string | null => {
  if (typeof message !== 'object' || message === null) return null;
  const isOpen = 'type' in message && message.type === 'OPEN';
  return isOpen && 'url' in message && typeof message.url === 'string' && /^\/(?!\/)/.test(message.url)
    ? message.url
    : null;
};

type Places = { readonly history: { push(url: string): void } };

/**
 * A tap on a notification while the app is open: its screen opens without a start. To be called before anything is awaited:
 * the worker takes the first window there is (sw/push.ts), and says it once.
 * @returns opens what was tapped until then, and from then on what is tapped
 */
export const watchNotificationTaps = (
  container: Pick<ServiceWorkerContainer, 'addEventListener'> | undefined = navigator.serviceWorker,
): ((places: Places) => void) => {
  let tapped: string | null = null;
  let open = (url: string): void => {
    tapped = url;
  };
  container?.addEventListener('message', (event: MessageEvent<unknown>) => {
    const url = urlOf(event.data);
    if (url !== null) open(url);
  });
  return ({ history }) => {
    open = (url) => history.push(url);
    if (tapped !== null) open(tapped);
    tapped = null;
  };
};
