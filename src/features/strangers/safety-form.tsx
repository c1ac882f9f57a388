import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StrangerSettings } from '../../../protocol/index.ts';
import { Section } from '../../components/section.tsx';
import { Stack } from '../../components/stack.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import { ChoiceForm } from './choice-form.tsx';
import * as styles from './strangers.css.ts';

const rules = ['adults', 'names', 'money', 'kind', 'leave', 'gone'] as const;

interface SafetyFormProps {
  settings: StrangerSettings | null;
  onSave: (settings: StrangerSettings) => Promise<boolean>;
}

/** The first thing anybody sees: the rules, what matching looks at, the age, the opt-in. Off until it is turned on. */
export function SafetyForm({ settings, onSave }: SafetyFormProps) {
  const { t } = useTranslation();
  const [isAdult, setIsAdult] = useState(false);
  const [hasAgreed, setHasAgreed] = useState(false);
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
      <ChoiceForm
        settings={settings}
        label={t('strangers.save')}
        icon={<ShieldCheck size={20} />}
        isDisabled={!isAdult || !hasAgreed}
        onSave={onSave}
      >
        <Section>
          <SwitchRow label={t('strangers.adult')} isOn={isAdult} onChange={setIsAdult} />
          <SwitchRow label={t('strangers.agree')} isOn={hasAgreed} onChange={setHasAgreed} />
        </Section>
      </ChoiceForm>
    </Stack>
  );
}
