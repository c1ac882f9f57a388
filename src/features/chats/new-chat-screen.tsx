import { PencilLine } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { useBack } from '../../app/use-back.ts';
import { useOnce } from '../../app/use-once.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { ignoreDoublePress } from '../../components/ignore-double-press.ts';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useBackCloses } from '../../components/use-back-closes.ts';
import { PictureField } from '../media/picture-field.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { ChosenPeople } from './chosen-people.tsx';
import * as styles from './new-chat-screen.css.ts';
import { PersonPicker } from './person-picker.tsx';
import { useCreateChat } from './use-create-chat.ts';
import { useKeptGroup } from './use-kept-group.ts';

/** `/chats/new`: who is in it, then its name and picture. Made on this device, and sent when there is a network. */
export function NewChatScreen() {
  const { t } = useTranslation();
  const leave = useBack('/profile/messages');
  const formId = useId();
  const [isNaming, setIsNaming] = useState(false);
  const { form, tray, isKept, change, end } = useKeptGroup();
  const { type, name, chosen, faceId } = form;
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const goBack = (): void => setIsNaming(false);
  useBackCloses(isNaming, goBack);
  const create = useCreateChat((found) => {
    setErrors(found);
    // What is wrong with the choice is shown where one chooses.
    if (found['users'] !== undefined) goBack();
  }, end);
  const { isBusy, once } = useOnce();
  const toggle = (person: UserRow): void => {
    setErrors({});
    change(({ chosen: before }) => ({
      chosen: before.some(({ id }) => id === person.id)
        ? before.filter(({ id }) => id !== person.id)
        : [...before, person],
    }));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isNaming) {
      once(() => create({ type, name, users: chosen.map(({ id }) => id), avatarId: faceId }));
    } else if (type === 'GROUP' && chosen.length === 0) {
      setErrors({ users: t('group.pickSomebody') });
    } else {
      setErrors({});
      setIsNaming(true);
    }
  };
  return (
    <Screen
      width="narrow"
      isPadded
      scrollName={null}
      header={
        <AppHeader
          title={t('group.new')}
          back={{ onPress: isNaming ? goBack : leave, isNarrowOnly: !isNaming }}
          below={
            <div className={styles.below}>
              <Segmented
                label={t('group.kind')}
                value={type}
                options={[
                  { value: 'GROUP', label: t('group.group') },
                  { value: 'PUBLIC', label: t('group.public') },
                ]}
                onChange={(chosenType) => change({ type: chosenType })}
              />
              <ChosenPeople people={chosen} onRemove={toggle} />
            </div>
          }
          status={<ConnectionStrip />}
        />
      }
      footer={
        <div className={styles.foot}>
          <div className={styles.footInside}>
            {errors['users'] !== undefined && (
              <p className={styles.error} role="alert">
                {errors['users']}
              </p>
            )}
            <Button type="submit" form={formId} isWide isLoading={isBusy} onClick={ignoreDoublePress}>
              {t(isNaming ? 'group.create' : 'action.next')}
            </Button>
          </div>
        </div>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        {isKept && !isNaming && (
          <Banner
            tone="info"
            icon={<PencilLine size={20} />}
            actions={
              <Button
                size="sm"
                variant="plain"
                onClick={() => {
                  end();
                  leave();
                }}
              >
                {t('group.discardBegun')}
              </Button>
            }
          >
            {t('group.begun')}
          </Banner>
        )}
        {isNaming ? (
          <Stack gap="lg">
            <div className={styles.face}>
              <Avatar id={tray} name={name} pictureId={faceId} size="xl" shape="group" />
            </div>
            <PictureField
              pictureId={faceId}
              tray={tray}
              onPick={async (pictureId) => change({ faceId: pictureId })}
            />
            <Section surface="padded" note={t(type === 'GROUP' ? 'group.groupHint' : 'group.publicHint')}>
              <NameField value={name} error={errors['name']} onChange={(typed) => change({ name: typed })} />
            </Section>
          </Stack>
        ) : (
          <Section title={t('group.members')}>
            <PersonPicker
              label={t('group.members')}
              chosen={new Set(chosen.map(({ id }) => id))}
              onToggle={({ user }) => toggle(user)}
            />
          </Section>
        )}
      </form>
    </Screen>
  );
}

interface NameFieldProps {
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}

/** The step to it was asked for: one types at once. */
function NameField({ value, error, onChange }: NameFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <TextField
      ref={input}
      name="name"
      autoComplete="off"
      label={t('group.name')}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
