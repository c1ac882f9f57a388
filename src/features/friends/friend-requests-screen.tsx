import { UserRoundCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { type FriendRequests, useFriendRequests } from '../../queries/friends.ts';
import { useUnknownList } from '../../queries/unknown-list.ts';
import { useMyProfile } from '../profile/use-my-profile.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { RowList } from '../shell/row-list.tsx';
import { useSyncRefresh } from '../shell/use-refresh.ts';
import * as styles from './friend-requests-screen.css.ts';
import { useShareMyCode } from './my-code.tsx';
import { IncomingRow, QueuedRow, RefusedAnswerRow, SentRow } from './request-rows.tsx';

/** `/profile/friend-requests` */
export function FriendRequestsScreen() {
  const { t } = useTranslation();
  const requests = useFriendRequests();
  const refresh = useSyncRefresh();
  const back = useBack('/profile/friends');
  return (
    <Screen
      width="narrow"
      isPadded
      onRefresh={refresh}
      header={
        <AppHeader
          title={t('friends.requests')}
          back={{ onPress: back, isNarrowOnly: true }}
          status={<ConnectionStrip />}
        />
      }
    >
      {requests === undefined ? <SkeletonList rows={3} /> : <RequestSections requests={requests} />}
    </Screen>
  );
}

function RequestSections({ requests: { incoming, sent, queued, refused } }: { requests: FriendRequests }) {
  const { t } = useTranslation();
  const hasReceived = incoming.length > 0 || refused.length > 0;
  const hasSent = sent.length > 0 || queued.length > 0;
  return (
    <ArrowRows>
      {hasReceived && (
        <Section title={t('friends.received')}>
          {incoming.length > 0 && (
            <RowList items={incoming} keyOf={(item) => item.friendship.id}>
              {(item) => <IncomingRow item={item} />}
            </RowList>
          )}
          {refused.length > 0 && (
            <RowList items={refused} keyOf={(item) => item.mutation.id}>
              {(item) => <RefusedAnswerRow item={item} />}
            </RowList>
          )}
        </Section>
      )}
      {!hasReceived && (
        // Beside a list below it, the empty state takes only its own height.
        <div className={hasSent ? styles.compact : styles.wide}>
          <NoRequest />
        </div>
      )}
      {hasSent && (
        <Section title={t('friends.sent')}>
          {queued.length > 0 && (
            <RowList items={queued} keyOf={(item) => item.mutation.id}>
              {(item) => <QueuedRow item={item} />}
            </RowList>
          )}
          {sent.length > 0 && (
            <RowList items={sent} keyOf={(item) => item.friendship.id}>
              {(item) => <SentRow item={item} />}
            </RowList>
          )}
        </Section>
      )}
    </ArrowRows>
  );
}

function NoRequest() {
  const { t } = useTranslation();
  const me = useMyProfile();
  const share = useShareMyCode();
  const unknown = useUnknownList();
  if (unknown === 'pulling') return <SkeletonList />;
  return (
    <EmptyState
      icon={<UserRoundCheck size={32} />}
      line={t(unknown === null ? 'friends.requestsEmpty' : 'chats.emptyOffline')}
      {...(me
        ? { action: <Button onClick={() => share(me.user.uniqueCode)}>{t('friends.shareMyCode')}</Button> }
        : {})}
    />
  );
}
