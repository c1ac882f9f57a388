import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId, type UserRow } from '../../../protocol/index.ts';
import { useBack } from '../../app/use-back.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { useOnce } from '../../app/use-once.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { ignoreDoublePress } from '../../components/ignore-double-press.ts';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useBackCloses } from '../../components/use-back-closes.ts';
import { useEngine } from '../../session/services.tsx';
import { PictureField } from '../media/picture-field.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { ChosenPeople } from './chosen-people.tsx';
import * as styles from './new-chat-screen.css.ts';
import { PersonPicker } from './person-picker.tsx';
import { type NewChat, useCreateChat } from './use-create-chat.ts';

/** A picture for a chat that is not there yet: kept on this device, and given up with the screen unless the chat has it. */
function useFace() {
  const { files } = useEngine();
  const [tray] = useState(newId);
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return undefined;
    return () => void files.discard([id], tray);
  }, [files, id, tray]);
  return { tray, id, setId };
}

/** `/chats/new`: who is in it, then its name and picture. Made on this device, and sent when there is a network. */
export function NewChatScreen() {
  const { t } = useTranslation();
  const leave = useBack('/profile/messages');
  const formId = useId();
  const [isNaming, setIsNaming] = useState(false);
  const [type, setType] = useState<NewChat['type']>('GROUP');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly UserRow[]>([]);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const face = useFace();
  useHoldUpdate(name !== '' || chosen.length > 0 || face.id !== null);
  const goBack = (): void => setIsNaming(false);
  useBackCloses(isNaming, goBack);
  const create = useCreateChat((found) => {
    setErrors(found);
    // What is wrong with the choice is shown where one chooses.
    if (found['users'] !== undefined) goBack();
  });
  const { isBusy, once } = useOnce();
  const toggle = (person: UserRow): void => {
    setErrors({});
    setChosen((before) =>
      before.some(({ id }) => id === person.id)
        ? before.filter(({ id }) => id !== person.id)
        : [...before, person],
    );
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isNaming) {
      once(() => create({ type, name, users: chosen.map(({ id }) => id), avatarId: face.id }));
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
                onChange={setType}
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
        {isNaming ? (
          <Stack gap="lg">
            <div className={styles.face}>
              <Avatar id={face.tray} name={name} pictureId={face.id} size="xl" shape="group" />
            </div>
            <PictureField
              pictureId={face.id}
              tray={face.tray}
              onPick={async (pictureId) => face.setId(pictureId)}
            />
            <Section surface="padded" note={t(type === 'GROUP' ? 'group.groupHint' : 'group.publicHint')}>
              <NameField value={name} error={errors['name']} onChange={setName} />
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
