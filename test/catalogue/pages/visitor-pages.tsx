import { Download, Languages, QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../src/components/banner.tsx';
import { Button } from '../../../src/components/button.tsx';
import { Hero } from '../../../src/components/hero.tsx';
import { Menu } from '../../../src/components/menu.tsx';
import { NarrowLayout } from '../../../src/components/narrow-layout.tsx';
import { PasswordField } from '../../../src/components/password-field.tsx';
import { Stack } from '../../../src/components/stack.tsx';
import { TextField } from '../../../src/components/text-field.tsx';
import { TextLink } from '../../../src/components/text-link.tsx';
import { languageList, languages } from '../../../src/i18n/registry.ts';
import { PageLink } from './page-link.tsx';

function LanguageMenu() {
  const { t, i18n } = useTranslation();
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="sm" icon={<Languages size={18} aria-hidden="true" />}>
          {t('settings.language')}
        </Button>
      }
      items={languageList.map((id) => ({
        id,
        label: languages[id].name,
        isChosen: i18n.language === id,
        onPress: () => {},
      }))}
    />
  );
}

export function StartPage() {
  const { t } = useTranslation();
  return (
    <NarrowLayout corner={<LanguageMenu />} hero={<Hero title={t('app.name')} lead={t('app.tagline')} />}>
      <Stack gap="md">
        <Button isWide icon={<Download size={20} aria-hidden="true" />}>
          {t('auth.install')}
        </Button>
        <Button isWide variant="quiet">
          {t('auth.continueUsingBrowser')}
        </Button>
      </Stack>
    </NarrowLayout>
  );
}

export function SignInPage() {
  const { t } = useTranslation();
  return (
    <NarrowLayout corner={<LanguageMenu />} hero={<Hero title={t('app.name')} lead={t('app.tagline')} />}>
      <Stack>
        <TextField
          label={t('auth.email')}
          type="email"
          defaultValue="ana@example.ph"
          autoComplete="username"
        />
        <PasswordField
          label={t('auth.password')}
          autoComplete="current-password"
          defaultValue="tambay lang ako"
          error={t('error.invalidCredentials')}
        />
        <Button isWide>{t('auth.loginWithCredentials')}</Button>
        <TextLink align="center" render={<PageLink page="forgot" />}>
          {t('auth.forgotPassword')}
        </TextLink>
      </Stack>
      <Stack gap="md">
        <Button isWide variant="outline" icon={<QrCode size={20} aria-hidden="true" />}>
          {t('auth.scanToSignIn')}
        </Button>
        <TextLink align="center" lead={t('auth.noAccount')} render={<PageLink page="register" />}>
          {t('auth.createAccount')}
        </TextLink>
      </Stack>
    </NarrowLayout>
  );
}

export function RegisterPage() {
  const { t } = useTranslation();
  return (
    <NarrowLayout
      corner={<LanguageMenu />}
      hero={<Hero title={t('auth.registerTitle')} lead={t('auth.registerLead')} />}
    >
      <Banner tone="spark">{t('auth.needsNetworkRegister')}</Banner>
      <Stack>
        <TextField label={t('auth.firstName')} defaultValue="Ana" />
        <TextField label={t('auth.middleName')} />
        <TextField label={t('auth.lastName')} error={t('validation.required')} />
        <TextField
          label={t('auth.birthDate')}
          type="date"
          defaultValue="2016-04-02"
          hint={t('auth.birthDateHint')}
          error={t('validation.age')}
        />
        <TextField label={t('auth.email')} type="email" placeholder="ana@example.ph" />
        <PasswordField label={t('auth.password')} autoComplete="new-password" hint={t('auth.passwordHint')} />
        <Button isWide isLoading>
          {t('auth.register')}
        </Button>
        <Button variant="quiet" isWide render={<PageLink page="sign-in" />}>
          {t('auth.haveAccount')}
        </Button>
      </Stack>
    </NarrowLayout>
  );
}
