import { getLanguage } from '../i18n/i18n.ts';

/** The worker words its notifications in the language of the app: it cannot read local storage. */
export const rememberLanguageForWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  const { withDevice } = await import('../../sync/index.ts');
  await withDevice((device) => device.rememberLanguage(getLanguage()));
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
