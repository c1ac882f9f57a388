import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Screen } from '../../components/screen.tsx';
import { useIsWide } from '../../components/use-is-wide.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';

interface ChatFrameProps {
  banner?: ReactNode;
  children: ReactNode;
}

/** The screen of a chat that is not on this device, or not read yet. Beside the list the connection is already told there. */
export function ChatFrame({ banner, children }: ChatFrameProps) {
  const { t } = useTranslation();
  const isWide = useIsWide();
  const back = useBack('/profile/messages');
  return (
    <Screen
      ground="weave"
      header={
        <AppHeader
          title={t('chats.title')}
          back={{ onPress: back, isNarrowOnly: true }}
          {...(isWide ? {} : { status: <ConnectionStrip /> })}
        />
      }
      banner={banner}
    >
      {children}
    </Screen>
  );
}
