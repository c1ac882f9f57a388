import { Ban, Bell, BellOff, EllipsisVertical, Flag, Share2, UserRoundMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { useIsBlocked } from '../../queries/blocks.ts';
import { useOwnPlaceWith } from '../../queries/chat.ts';
import type { RelationState } from '../../queries/friends.ts';
import { fullName } from '../../queries/people.ts';
import { ReportSheet } from './report-sheet.tsx';
import { useAct } from './use-act.ts';
import { useSharePerson } from './use-share-person.ts';

interface PersonMenuProps {
  user: UserRow;
  state: RelationState;
}

type Question = 'unfriend' | 'block';

/** What else can be done about a person; what cannot be undone by one tap is asked about first. */
export function PersonMenu({ user, state }: PersonMenuProps) {
  const { t } = useTranslation();
  const act = useAct();
  const share = useSharePerson();
  const isBlocked = useIsBlocked(user.id);
  const place = useOwnPlaceWith(user.id);
  const [question, setQuestion] = useState<Question | null>(null);
  const [isReporting, setIsReporting] = useState(false);
  const name = fullName(user);
  if (state.relation === 'self') return null;

  const { friendship } = state;
  const unblock = () =>
    void act('setBlock', { userId: user.id, blocked: false }, t('people.unblocked', { name }));
  const items: MenuItem[] = [
    {
      id: 'share',
      label: t('people.share'),
      icon: <Share2 size={18} aria-hidden="true" />,
      onPress: () => share(user),
    },
    ...(place
      ? [
          {
            id: 'mute',
            label: t(place.isMuted ? 'people.unmute' : 'people.mute'),
            icon: place.isMuted ? (
              <Bell size={18} aria-hidden="true" />
            ) : (
              <BellOff size={18} aria-hidden="true" />
            ),
            onPress: () =>
              void act(
                'setChatPreferences',
                { chatId: place.chatId, isMuted: !place.isMuted },
                t(place.isMuted ? 'people.unmuted' : 'people.mutedName', { name }),
              ),
          },
        ]
      : []),
    ...(state.relation === 'friend'
      ? [
          {
            id: 'unfriend',
            label: t('people.unfriend'),
            icon: <UserRoundMinus size={18} aria-hidden="true" />,
            tone: 'danger' as const,
            onPress: () => setQuestion('unfriend'),
          },
        ]
      : []),
    {
      id: 'report',
      label: t('report.person'),
      icon: <Flag size={18} aria-hidden="true" />,
      onPress: () => setIsReporting(true),
    },
    {
      id: 'block',
      label: t(isBlocked ? 'people.unblock' : 'people.block'),
      icon: <Ban size={18} aria-hidden="true" />,
      tone: isBlocked ? 'normal' : 'danger',
      onPress: isBlocked ? unblock : () => setQuestion('block'),
    },
  ];
  const confirm = () => {
    setQuestion(null);
    if (question === 'block')
      void act('setBlock', { userId: user.id, blocked: true }, t('people.blockedName', { name }));
    else if (friendship)
      void act('unfriend', { friendshipId: friendship.id }, t('people.unfriended', { name }));
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('action.more')} icon={<EllipsisVertical size={22} aria-hidden="true" />} />
        }
        items={items}
      />
      <ReportSheet
        isOpen={isReporting}
        onOpenChange={setIsReporting}
        reported={{ kind: 'person', targetId: user.id, snapshot: { text: name, authorId: user.id } }}
      />
      <ConfirmDialog
        isOpen={question !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setQuestion(null);
        }}
        tone="danger"
        title={t(question === 'block' ? 'people.blockTitle' : 'people.unfriendTitle', { name })}
        body={t(question === 'block' ? 'people.blockBody' : 'people.unfriendBody')}
        confirmLabel={t(question === 'block' ? 'people.block' : 'people.unfriend')}
        onConfirm={confirm}
      />
    </>
  );
}
