import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createUniqueCode, newId, ProtocolError } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useBack } from '../../app/use-back.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { useOnce } from '../../app/use-once.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Button } from '../../components/button.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useEngine, useServices } from '../../session/services.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { newChatError } from './new-chat-error.ts';
import { PersonPicker } from './person-picker.tsx';

type Kind = 'GROUP' | 'PUBLIC';

/** `/chats/new`: a group or a public chat, made on this device and sent when there is a network. */
export function NewChatScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile/messages');
  const [kind, setKind] = useState<Kind>('GROUP');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  useHoldUpdate(name !== '' || chosen.size > 0);
  const create = useCreateChat(setErrors);
  const { isBusy, once } = useOnce();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    once(() => create({ type: kind, name, users: [...chosen] }));
  };
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader
          title={t('group.new')}
          back={{ onPress: back, isNarrowOnly: true }}
          below={
            <Segmented
              label={t('group.kind')}
              value={kind}
              options={[
                { value: 'GROUP', label: t('group.group') },
                { value: 'PUBLIC', label: t('group.public') },
              ]}
              onChange={setKind}
            />
          }
          status={<ConnectionStrip />}
        />
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <Section surface="padded" note={t(kind === 'GROUP' ? 'group.groupHint' : 'group.publicHint')}>
            <Stack gap="md">
              <TextField
                name="name"
                label={t('group.name')}
                value={name}
                error={errors['name']}
                onChange={(event) => setName(event.target.value)}
              />
              <Button type="submit" isWide isLoading={isBusy}>
                {t('group.create')}
              </Button>
            </Stack>
          </Section>
          <Section
            title={t('group.members')}
            {...(errors['users'] === undefined ? {} : { note: errors['users'] })}
          >
            <PersonPicker
              label={t('group.members')}
              chosen={chosen}
              onToggle={({ user }) => setChosen((before) => before.symmetricDifference(new Set([user.id])))}
            />
          </Section>
        </Stack>
      </form>
    </Screen>
  );
}

/** Makes the chat with an address of its own, and opens it: it is there before any server knows of it. */
const useCreateChat = (onErrors: (errors: Record<string, string>) => void) => {
  const engine = useEngine();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { toaster } = useServices();
  const { t } = useTranslation();
  return async (chat: { type: Kind; name: string; users: string[] }): Promise<void> => {
    const uniqueCode = createUniqueCode(crypto.getRandomValues(new Uint8Array(12)));
    const name = chat.name.trim();
    try {
      await engine.mutate('createChat', {
        ...{ id: newId(), type: chat.type, uniqueCode, users: chat.users },
        ...(name === '' ? {} : { name }),
      });
    } catch (error) {
      if (error instanceof ProtocolError && error.kind === 'validation') {
        onErrors(
          Object.fromEntries(
            (error.errors ?? []).map(({ field, message }) => [field, newChatError(t, { field, message })]),
          ),
        );
        return;
      }
      toaster.show({
        message: errorText(error instanceof ProtocolError ? error.detail : null),
        variant: 'error',
      });
      return;
    }
    await navigate({ to: '/chats/$uniqueCode', params: { uniqueCode }, replace: true });
  };
};
