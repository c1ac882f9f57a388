import { Link } from '@tanstack/react-router';
import { Bookmark, Gavel, LogOut, ScanLine, Settings, Star, UserPen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppHeader } from '../../components/app-header.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { LinkRow } from '../../components/link-row.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { formatDate } from '../../i18n/format.ts';
import { fullName } from '../../queries/people.ts';
import { useAccountStatus } from '../account/use-account-status.ts';
import { MyCode } from '../friends/my-code.tsx';
import { OutboxLink } from '../outbox/outbox-link.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { TroubleBanner } from '../shell/trouble-banner.tsx';
import { ProfileHead } from './profile-head.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { useMyProfile } from './use-my-profile.ts';

/** `/profile` */
export function ProfileScreen() {
  const { t } = useTranslation();
  const [isSigningOut, setIsSigningOut] = useState(false);
  return (
    <Screen
      width="narrow"
      isPadded
      scrollName="me"
      banner={<TroubleBanner />}
      header={
        <AppHeader
          title={t('profile.title')}
          size="large"
          subtitle={t('auth.authenticated')}
          status={<ConnectionStrip />}
        />
      }
    >
      <MyFace />
      <MyCode />
      <OwnPlaces />
      <Section>
        <ListRow
          isCompact
          tone="danger"
          leading={<LogOut size={22} aria-hidden="true" />}
          title={t('profile.signOut')}
          onPress={() => setIsSigningOut(true)}
        />
      </Section>
      <SignOutDialog isOpen={isSigningOut} onOpenChange={setIsSigningOut} />
    </Screen>
  );
}

function OwnPlaces() {
  const { t } = useTranslation();
  const [account] = useAccountStatus();
  const me = useMyProfile();
  return (
    <Section>
      <LinkRow icon={ScanLine} title={t('qr.scanLink')} render={<Link to="/profile/scan" />} />
      <LinkRow icon={UserPen} title={t('profile.edit')} render={<Link to="/profile/update" />} />
      {me && (
        <LinkRow
          icon={Bookmark}
          title={t('saved.title')}
          render={<Link to="/chats/$uniqueCode" params={{ uniqueCode: me.user.uniqueCode }} />}
        />
      )}
      <LinkRow icon={Star} title={t('starred.title')} render={<Link to="/chats/starred" />} />
      <OutboxLink />
      {account?.isModerator && (
        <LinkRow icon={Gavel} title={t('moderation.title')} render={<Link to="/moderation" />} />
      )}
      <LinkRow icon={Settings} title={t('settings.title')} render={<Link to="/profile/settings" />} />
    </Section>
  );
}

function MyFace() {
  const { t, i18n } = useTranslation();
  const me = useMyProfile();
  if (!me) return <div aria-busy="true" hidden />;
  const since = formatDate(i18n.language, 'longDayYear', new Date(me.user.createdAt));
  return (
    <ProfileHead
      avatar={<Avatar id={me.user.id} name={fullName(me.user)} pictureId={me.user.avatarId} size="xl" />}
      name={fullName(me.user)}
      line={`${me.email} · ${t('profile.memberSince', { date: since })}`}
    />
  );
}
