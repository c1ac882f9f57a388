import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppFrame } from './app-frame.tsx';
import { AppHeader, type AppHeaderProps } from './app-header.tsx';
import { Screen, type ScreenProps } from './screen.tsx';

export interface AuthLayoutProps extends Omit<ScreenProps, 'header'> {
  nav: ReactNode;
  header?: Partial<AppHeaderProps>;
}

/** The 'auth' layout of the specification, for a signed-in screen that has no title of its own. */
export function AuthLayout({ nav, header, ...screen }: AuthLayoutProps) {
  const { t } = useTranslation();
  return (
    <AppFrame nav={nav}>
      <Screen header={<AppHeader title={t('auth.authenticated')} {...header} />} {...screen} />
    </AppFrame>
  );
}
