import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type BackTarget, useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Screen } from '../../components/screen.tsx';
import { ConnectionStrip } from './connection-strip.tsx';

interface AccountScreenFrameProps {
  title: string;
  /** Where one comes from when the address was opened by itself. */
  backTo: BackTarget;
  children: ReactNode;
}

/** The specification's layout for what concerns the account itself: one narrow column under the header 'Authenticated'. */
export function AccountScreenFrame({ title, backTo, children }: AccountScreenFrameProps) {
  const { t } = useTranslation();
  const back = useBack(backTo);
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader
          title={title}
          subtitle={t('auth.authenticated')}
          back={{ onPress: back }}
          status={<ConnectionStrip />}
        />
      }
    >
      {children}
    </Screen>
  );
}
