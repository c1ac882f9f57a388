import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnRequests } from '../../queries/friends.ts';
import { fullName } from '../../queries/people.ts';
import { useServices } from '../../session/services.tsx';
import { noteRequests, readWaiting } from './new-friends.ts';
import { useSayHello } from './use-say-hello.ts';

/**
 * Tells the member when somebody accepts their friend request, also one that was accepted while the app was closed: the
 * worker may have learned of it before any page.
 */
export function useAcceptedNotice(): void {
  const { t } = useTranslation();
  const { toaster } = useServices();
  const sayHello = useSayHello();
  const requests = useOwnRequests();
  const pending = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (requests === undefined) return;
    const waited = pending.current ?? readWaiting();
    const accepted = requests.filter(
      ({ friendship }) => friendship.status === 'APPROVED' && waited.has(friendship.id),
    );
    pending.current = new Set(
      requests.flatMap(({ friendship }) => (friendship.status === 'PENDING' ? [friendship.id] : [])),
    );
    noteRequests(requests.map(({ friendship }) => friendship));
    for (const { user } of accepted) {
      toaster.show({
        message: t('friends.acceptedYou', { name: fullName(user) }),
        variant: 'success',
        action: sayHello(user.uniqueCode),
      });
    }
  }, [requests, sayHello, t, toaster]);
}
