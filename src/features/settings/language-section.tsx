import { Link } from '@tanstack/react-router';
import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkRow } from '../../components/link-row.tsx';
import { Section } from '../../components/section.tsx';
import { getLanguage } from '../../i18n/i18n.ts';
import { languages } from '../../i18n/registry.ts';

/** Leads to the languages, and says which one it is. */
export function LanguageSection() {
  const { t } = useTranslation();
  return (
    <Section>
      <LinkRow
        anchor="language"
        icon={Languages}
        title={t('settings.language')}
        meta={languages[getLanguage()].name}
        render={<Link to="/profile/change-language" />}
      />
    </Section>
  );
}
