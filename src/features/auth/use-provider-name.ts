import { useEffect, useState } from 'react';
import { useIsOnline } from '../../app/online.ts';
import { useServices } from '../../session/services.tsx';

/** What the OpenID provider is called; null while there is none to offer, here or now. */
export function useProviderName(): string | null {
  const { api, baseUrl, loginRequest } = useServices();
  const isOnline = useIsOnline();
  const [name, setName] = useState<string | null>(null);

  useEffect(() => {
    // The cookie of a sign-in belongs to one origin; and leaving the page would lose the site that waits for an answer.
    const isPossible = baseUrl === location.origin && loginRequest === null;
    if (!isPossible || !isOnline) return;
    let isGone = false;
    void api.health().then((answer) => {
      if (!isGone && answer.kind === 'done') setName(answer.data.signInWith ?? null);
    });
    return () => {
      isGone = true;
    };
  }, [api, baseUrl, loginRequest, isOnline]);
  return name;
}
