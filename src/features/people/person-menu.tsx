import { Ban, EllipsisVertical, Flag, Share2, UserRoundMinus, Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { useIsBlocked } from '../../queries/blocks.ts';
import type { RelationState } from '../../queries/friends.ts';
import { useIsAuthorMuted } from '../../queries/mutes.ts';
import { fullName } from '../../queries/people.ts';
import { ReportSheet } from './report-sheet.tsx';
import { useAct } from './use-act.ts';
import { usePrivateChatItems } from './use-private-chat-items.tsx';
import { useSharePerson } from './use-share-person.ts';

interface PersonMenuProps {
  user: UserRow;
  state: RelationState;
}

type Question = 'unfriend' | 'block' | 'clear';

/** What else can be done about a person; what cannot be undone by one tap is asked about first. */
export function PersonMenu({ user, state }: PersonMenuProps) {
  const { t } = useTranslation();
  const act = useAct();
  const share = useSharePerson();
  const isBlocked = useIsBlocked(user.id);
  // The words stay while the dialog goes.
  const [question, setQuestion] = useState<Question>('block');
  const [isAsking, setIsAsking] = useState(false);
  const isMuted = useIsAuthorMuted(user.id);
  const [isReporting, setIsReporting] = useState(false);
  const name = fullName(user);
  const ask = (asked: Question) => {
    setQuestion(asked);
    setIsAsking(true);
  };
  const { items: chatItems, clear, sheet } = usePrivateChatItems(user, () => ask('clear'));
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
    ...chatItems,
    {
      id: 'mutePosts',
      label: t(isMuted ? 'people.unmutePosts' : 'people.mutePosts'),
      icon: isMuted ? <Volume2 size={18} aria-hidden="true" /> : <VolumeX size={18} aria-hidden="true" />,
      onPress: () =>
        void act(
          'muteAuthor',
          { userId: user.id, muted: !isMuted },
          t(isMuted ? 'people.authorUnmuted' : 'people.authorMuted', { name }),
        ),
    },
    ...(state.relation === 'friend'
      ? [
          {
            id: 'unfriend',
            label: t('people.unfriend'),
            icon: <UserRoundMinus size={18} aria-hidden="true" />,
            tone: 'danger' as const,
            onPress: () => ask('unfriend'),
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
      onPress: isBlocked ? unblock : () => ask('block'),
    },
  ];
  const confirm = () => {
    setIsAsking(false);
    if (question === 'clear') clear();
    else if (question === 'block')
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
      {sheet}
      <ReportSheet
        isOpen={isReporting}
        onOpenChange={setIsReporting}
        reported={{ kind: 'person', targetId: user.id, snapshot: { text: name, authorId: user.id } }}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        tone="danger"
        title={t(`people.${question}Title`, { name })}
        body={t(`people.${question}Body`)}
        confirmLabel={t(`people.${question}`)}
        onConfirm={confirm}
      />
    </>
  );
}
