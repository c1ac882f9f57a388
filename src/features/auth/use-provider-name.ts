import { useEffect, useState } from 'react';
import { useIsOnline } from '../../app/online.ts';
import { knownProvider } from '../../session/known-provider.ts';
import { type Services, useServices } from '../../session/services.tsx';

// The cookie of a sign-in belongs to one origin; and leaving the page would lose the site that waits for an answer.
const isPossible = ({ baseUrl, loginRequest }: Pick<Services, 'baseUrl' | 'loginRequest'>): boolean =>
  (typeof location === 'undefined' || baseUrl === location.origin) && loginRequest === null;

/** What the OpenID provider is called; null while there is none to offer, here or now. */
export function useProviderName(): string | null {
  const services = useServices();
  const { api } = services;
  const isOnline = useIsOnline();
  const [name, setName] = useState(knownProvider.get);
  const isOffered = isOnline && isPossible(services);

  useEffect(() => {
    if (!isOffered) return;
    let isGone = false;
    void api.health().then((answer) => {
      if (isGone || answer.kind !== 'done') return;
      const told = answer.data.signInWith ?? null;
      knownProvider.keep(told);
      setName(told);
    });
    return () => {
      isGone = true;
    };
  }, [api, isOffered]);
  return isOffered ? name : null;
}
