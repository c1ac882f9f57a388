import { Link } from '@tanstack/react-router';
import { Camera, ChevronRight, CircleCheck, Globe, PenLine, ScanLine, Share2, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/icon-button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { useStepsTaken } from '../../queries/first-steps.ts';
import { useUnknownList } from '../../queries/unknown-list.ts';
import { visuallyHidden } from '../../theme/mixins.css.ts';
import { useShareMyCode } from '../friends/my-code.tsx';
import { useMyProfile } from '../profile/use-my-profile.ts';
import * as styles from './first-steps.css.ts';
import { useTakenSteps } from './taken-steps.ts';

interface FirstStepsProps {
  isInPublicChat: boolean;
}

/** What a new member can do first. Gone when all of it is done, or when it was dismissed. */
export function FirstSteps({ isInPublicChat }: FirstStepsProps) {
  const { noted, take } = useTakenSteps();
  // A device that the server has not answered yet does not know what is done.
  const isUnknown = useUnknownList() !== null;
  if (isUnknown || noted.has('hidden')) return null;
  return <StepList isInPublicChat={isInPublicChat} noted={noted} take={take} />;
}

function StepList({ isInPublicChat, noted, take }: FirstStepsProps & ReturnType<typeof useTakenSteps>) {
  const { t } = useTranslation();
  const me = useMyProfile();
  const taken = useStepsTaken();
  const share = useShareMyCode();
  if (!me || !taken) return null;
  const done = {
    photo: me.user.avatarId !== null,
    code: noted.has('code') || taken.hasAskedFriend,
    scan: taken.hasAskedFriend,
    publicChats: noted.has('publicChats') || isInPublicChat,
    post: taken.hasPosted,
  };
  if (Object.values(done).every(Boolean)) return null;
  return (
    <div className={styles.root}>
      <Section
        title={t('firstSteps.title')}
        action={
          <IconButton label={t('firstSteps.hide')} icon={<X size={20} />} onClick={() => take('hidden')} />
        }
      >
        <ul className={styles.list}>
          <Step
            isDone={done.photo}
            icon={<Camera size={22} aria-hidden="true" />}
            title={t('firstSteps.photo')}
            hint={t('firstSteps.photoHint')}
            render={<Link to="/profile/update" />}
          />
          <Step
            isDone={done.code}
            icon={<Share2 size={22} aria-hidden="true" />}
            title={t('firstSteps.code')}
            hint={t('firstSteps.codeHint')}
            onPress={() => {
              take('code');
              share(me.user.uniqueCode);
            }}
          />
          <Step
            isDone={done.scan}
            icon={<ScanLine size={22} aria-hidden="true" />}
            title={t('firstSteps.scan')}
            hint={t('firstSteps.scanHint')}
            render={<Link to="/profile/scan" />}
          />
          <Step
            isDone={done.publicChats}
            icon={<Globe size={22} aria-hidden="true" />}
            title={t('firstSteps.publicChats')}
            hint={t('firstSteps.publicChatsHint')}
            render={<Link to="/chats/public" onClick={() => take('publicChats')} />}
          />
          <Step
            isDone={done.post}
            icon={<PenLine size={22} aria-hidden="true" />}
            title={t('firstSteps.post')}
            hint={t('firstSteps.postHint')}
            render={<Link to="/posts/create" />}
          />
        </ul>
      </Section>
    </div>
  );
}

interface StepProps {
  isDone: boolean;
  icon: ReactNode;
  title: string;
  hint: string;
  onPress?: () => void;
  render?: ReactElement;
}

function Step({ isDone, icon, title, hint, ...way }: StepProps) {
  const { t } = useTranslation();
  return (
    <li>
      <ListRow
        isCompact
        isWrapping
        leading={isDone ? <CircleCheck className={styles.done} size={22} aria-hidden="true" /> : icon}
        title={
          <>
            {title}
            {isDone && <span className={visuallyHidden}> · {t('firstSteps.done')}</span>}
          </>
        }
        subtitle={isDone ? undefined : hint}
        trailing={isDone ? undefined : <ChevronRight size={18} aria-hidden="true" />}
        {...way}
      />
    </li>
  );
}
