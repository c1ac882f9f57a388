import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  LIMITS,
  type StrangerInterest,
  type StrangerSettings,
  strangerInterest,
  strangerLanguage,
} from '../../../protocol/index.ts';
import { Button } from '../../components/button.tsx';
import { RadioList } from '../../components/radio-list.tsx';
import { Section } from '../../components/section.tsx';
import { Stack } from '../../components/stack.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import * as styles from './strangers.css.ts';

const rules = ['adults', 'names', 'money', 'kind', 'leave', 'gone'] as const;

interface SafetyFormProps {
  settings: StrangerSettings | null;
  onSave: (settings: StrangerSettings) => Promise<boolean>;
}

/** The first thing anybody sees: the rules, the age, the opt-in, and what matching looks at. Off until it is turned on. */
export function SafetyForm({ settings, onSave }: SafetyFormProps) {
  const { t } = useTranslation();
  const [isAdult, setIsAdult] = useState(false);
  const [hasAgreed, setHasAgreed] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [language, setLanguage] = useState(settings?.language ?? 'any');
  const [interests, setInterests] = useState<readonly StrangerInterest[]>(settings?.interests ?? []);
  const toggle = (interest: StrangerInterest): void =>
    setInterests((chosen) =>
      chosen.includes(interest)
        ? chosen.filter((one) => one !== interest)
        : chosen.length < LIMITS.strangerInterestsMax
          ? [...chosen, interest]
          : chosen,
    );
  const save = async (): Promise<void> => {
    setIsSaving(true);
    await onSave({ optedIn: true, language, interests: [...interests] });
    setIsSaving(false);
  };
  return (
    <Stack>
      <Section title={t('strangers.safetyTitle')} surface="padded">
        <p>{t('strangers.safetyLead')}</p>
        <ul className={styles.rules}>
          {rules.map((rule) => (
            <li key={rule}>{t(`strangers.rules.${rule}`)}</li>
          ))}
        </ul>
      </Section>
      <RadioList
        label={t('strangers.language')}
        value={language}
        options={strangerLanguage.options.map((value) => ({
          value,
          label: t(`strangers.languages.${value}`),
        }))}
        onChange={setLanguage}
      />
      <fieldset className={styles.interests}>
        <legend className={styles.label}>
          {t('strangers.interests', { max: LIMITS.strangerInterestsMax })}
        </legend>
        <div className={styles.chips}>
          {strangerInterest.options.map((interest) => (
            <Button
              key={interest}
              size="sm"
              variant={interests.includes(interest) ? 'primary' : 'outline'}
              aria-pressed={interests.includes(interest)}
              disabled={!interests.includes(interest) && interests.length >= LIMITS.strangerInterestsMax}
              onClick={() => toggle(interest)}
            >
              {t(`strangers.interest.${interest}`)}
            </Button>
          ))}
        </div>
      </fieldset>
      <Section>
        <SwitchRow label={t('strangers.adult')} isOn={isAdult} onChange={setIsAdult} />
        <SwitchRow label={t('strangers.agree')} isOn={hasAgreed} onChange={setHasAgreed} />
      </Section>
      <Button
        isWide
        icon={<ShieldCheck size={20} />}
        isLoading={isSaving}
        disabled={!isAdult || !hasAgreed}
        onClick={() => void save()}
      >
        {t('strangers.save')}
      </Button>
    </Stack>
  );
}
