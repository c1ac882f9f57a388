import { Clock, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatUniqueCode, type UserRow } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import type { FriendItem, QueuedRequest, RefusedAnswer } from '../../queries/friends.ts';
import { fullName } from '../../queries/people.ts';
import { DiscardButton } from '../outbox/discard-button.tsx';
import { LookAlikeNote } from '../people/look-alike-note.tsx';
import { PersonLink } from '../people/person-link.tsx';
import { PersonName } from '../people/person-name.tsx';
import { useAct } from '../people/use-act.ts';
import { useAnswerRequest } from './use-answer-request.ts';

const face = (user: UserRow) => <Avatar id={user.id} name={fullName(user)} pictureId={user.avatarId} />;

/** Somebody asks me. */
export function IncomingRow({ item: { friendship, user } }: { item: FriendItem }) {
  const { t } = useTranslation();
  const answer = useAnswerRequest(user);
  return (
    <ListRow
      isWrapping
      leading={face(user)}
      title={<PersonLink user={user} />}
      subtitle={
        <>
          {t('friends.requestFrom')}
          <LookAlikeNote user={user} />
        </>
      }
      actions={
        <>
          <Button size="sm" onClick={() => void answer(friendship.id, 'accept')}>
            {t('friends.accept')}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => void answer(friendship.id, 'reject')}>
            {t('friends.reject')}
          </Button>
        </>
      }
    />
  );
}

/** I asked, and the server has it. */
export function SentRow({ item: { friendship, user } }: { item: FriendItem }) {
  const { t } = useTranslation();
  const act = useAct();
  return (
    <ListRow
      isWrapping
      leading={face(user)}
      title={<PersonLink user={user} />}
      subtitle={t('friends.pending')}
      actions={
        <Button
          size="sm"
          variant="quiet"
          onClick={() =>
            void act('cancelRequest', { friendshipId: friendship.id }, t('friends.requestCancelled'))
          }
        >
          {t('friends.cancelRequest')}
        </Button>
      }
    />
  );
}

function RetryOrDiscard({ id }: { id: string }) {
  const { t } = useTranslation();
  const hand = useOutboxHand();
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => hand.retry(id)}>
        {t('action.retry')}
      </Button>
      <DiscardButton
        isFailed
        what="friendRequest"
        body={t('outbox.discardBody')}
        onConfirm={() => hand.discard(id)}
      />
    </>
  );
}

/** I asked, and it still waits on this device, or was refused. */
export function QueuedRow({ item: { mutation, user } }: { item: QueuedRequest }) {
  const { t } = useTranslation();
  const hand = useOutboxHand();
  const errorText = useErrorText();
  const needsHand = mutation.state === 'rejected' || mutation.state === 'parked';
  const code = formatUniqueCode(mutation.args.uniqueCode);
  const refusal = mutation.error?.code === 'not_found' ? t('friends.notFound') : errorText(mutation.error);
  return (
    <ListRow
      isWrapping
      leading={user ? face(user) : <UserRound size={24} aria-hidden="true" />}
      title={user ? <PersonName user={user} /> : code}
      subtitle={needsHand ? refusal : t('friends.sending')}
      {...(needsHand ? {} : { trailing: <Clock size={18} aria-hidden="true" /> })}
      actions={
        needsHand ? (
          <RetryOrDiscard id={mutation.id} />
        ) : (
          <DiscardButton
            isFailed={false}
            what="friendRequest"
            body={t('outbox.discardBody')}
            onConfirm={() => hand.discard(mutation.id)}
          />
        )
      }
    />
  );
}

/** My answer came too late. */
export function RefusedAnswerRow({ item: { mutation, user } }: { item: RefusedAnswer }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <ListRow
      isWrapping
      leading={user ? face(user) : <UserRound size={24} aria-hidden="true" />}
      title={user ? <PersonName user={user} /> : t('friends.requests')}
      subtitle={errorText(mutation.error)}
      actions={<RetryOrDiscard id={mutation.id} />}
    />
  );
}
