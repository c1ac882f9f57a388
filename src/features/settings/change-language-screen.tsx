import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { useMutate } from '../../app/use-mutate.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { setLanguage } from '../../i18n/i18n.ts';
import { languageList, languages } from '../../i18n/registry.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';

/** `/profile/change-language`: at once, without a network, and kept through a sign-out. */
export function ChangeLanguageScreen() {
  const { t, i18n } = useTranslation();
  const mutate = useMutate();
  const back = useBack('/profile/settings');
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader title={t('settings.language')} back={{ onPress: back }} status={<ConnectionStrip />} />
      }
    >
      <Section note={t('settings.languageNote')}>
        {languageList.map((language) => (
          <ListRow
            key={language}
            isCompact
            isChosen={language === i18n.language}
            title={<span lang={language}>{languages[language].name}</span>}
            {...(language === i18n.language ? { trailing: <Check size={20} aria-hidden="true" /> } : {})}
            onPress={() => {
              void setLanguage(language);
              // What the server writes follows, as soon as it can be told.
              void mutate('updateSettings', { language });
            }}
          />
        ))}
      </Section>
    </Screen>
  );
}
