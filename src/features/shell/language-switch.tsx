import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { setLanguage } from '../../i18n/i18n.ts';
import { languageList, languages } from '../../i18n/registry.ts';

/** The other language, one tap away, at the corner of every public screen. It is named in its own words. */
export function LanguageSwitch() {
  const { i18n } = useTranslation();
  return languageList
    .filter((language) => language !== i18n.language)
    .map((language) => (
      <Button
        key={language}
        variant="quiet"
        size="sm"
        lang={language}
        icon={<Languages size={18} aria-hidden="true" />}
        onClick={() => void setLanguage(language)}
      >
        {languages[language].name}
      </Button>
    ));
}
