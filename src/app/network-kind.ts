import { defer, EMPTY, fromEvent } from 'rxjs';

type Connection = EventTarget & {
  readonly type?: string;
  readonly saveData?: boolean;
  readonly effectiveType?: string;
};

/** What the browser tells of the network (Network Information API; Chromium alone has it). */
export const connection = (): Connection | undefined =>
  'connection' in navigator && navigator.connection instanceof EventTarget ? navigator.connection : undefined;

/** Emits when the device changes to another network. */
export const connectionChanges = defer(() => {
  const network = connection();
  return network === undefined ? EMPTY : fromEvent(network, 'change');
});

/** Whether this browser tells Wi-Fi from mobile data. */
export const tellsNetworkKind = (): boolean => connection()?.type !== undefined;

/** Whether the network costs nothing by the megabyte; null where the browser does not tell, as on a desk. */
export const isOnWifi = (type = connection()?.type): boolean | null => {
  if (type === 'wifi' || type === 'ethernet') return true;
  return type === 'cellular' || type === 'bluetooth' || type === 'wimax' ? false : null;
};
