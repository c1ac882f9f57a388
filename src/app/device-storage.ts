import { useEffect, useState } from 'react';

export type DeviceStorage = { readonly usedBytes: number; readonly isPersisted: boolean };

/** How much of the device the app uses, and whether the browser has promised to leave it alone. */
export function useDeviceStorage(): DeviceStorage | undefined {
  const [info, setInfo] = useState<DeviceStorage>();
  useEffect(() => {
    let isCurrent = true;
    // Absent in old browsers and on plain http: then the row is not shown.
    const { storage } = navigator;
    if (!storage?.estimate) return;
    Promise.all([storage.estimate(), storage.persisted()]).then(
      ([estimate, isPersisted]) => {
        if (isCurrent) setInfo({ usedBytes: estimate.usage ?? 0, isPersisted });
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return info;
}

/** A size as people read it, in the language's own form. */
export const formatBytes = (language: string, bytes: number): string => {
  const isSmall = bytes < 1_000_000;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(bytes / (isSmall ? 1_000 : 1_000_000));
};
