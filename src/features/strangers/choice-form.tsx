import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  LIMITS,
  type StrangerInterest,
  type StrangerSettings,
  strangerInterest,
  strangerLanguage,
} from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { Button } from '../../components/button.tsx';
import { RadioList } from '../../components/radio-list.tsx';
import { Stack } from '../../components/stack.tsx';
import * as styles from './strangers.css.ts';

interface ChoiceFormProps {
  settings: StrangerSettings | null;
  label: string;
  icon?: ReactNode;
  isDisabled?: boolean;
  /** Between the choices and the button. */
  children?: ReactNode;
  onSave: (settings: StrangerSettings) => Promise<unknown>;
}

/** What matching looks at: a language and up to three interests. Saving it opts in. */
export function ChoiceForm({ settings, label, icon, isDisabled = false, children, onSave }: ChoiceFormProps) {
  const { t } = useTranslation();
  const [isSaving, setIsSaving] = useState(false);
  const [language, setLanguage] = useState(settings?.language ?? 'any');
  const [interests, setInterests] = useState<readonly StrangerInterest[]>(settings?.interests ?? []);
  useHoldUpdate(
    language !== (settings?.language ?? 'any') || interests.join() !== (settings?.interests ?? []).join(),
  );
  const isFull = interests.length >= LIMITS.strangerInterestsMax;
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
              disabled={isFull && !interests.includes(interest)}
              onClick={() => toggle(interest)}
            >
              {t(`strangers.interest.${interest}`)}
            </Button>
          ))}
        </div>
      </fieldset>
      {children}
      <Button isWide icon={icon} isLoading={isSaving} disabled={isDisabled} onClick={() => void save()}>
        {label}
      </Button>
    </Stack>
  );
}
