import { Link } from '@tanstack/react-router';
import { ScanLine } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatUniqueCode, uniqueCode } from '../../../protocol/index.ts';
import { useBack } from '../../app/use-back.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Button } from '../../components/button.tsx';
import { Screen } from '../../components/screen.tsx';
import { Stack } from '../../components/stack.tsx';
import { validationMessageKey } from '../../i18n/error-messages.ts';
import { useFriends } from '../../queries/friends.ts';
import { useMyProfile } from '../profile/use-my-profile.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { CodeField } from './code-field.tsx';
import { MyCode } from './my-code.tsx';
import { useRequestFriend } from './use-request-friend.ts';

const schema = uniqueCode();

/** `/profile/add-friend` */
export function AddFriendScreen({ scannedCode }: { scannedCode: string }) {
  const { t } = useTranslation();
  const back = useBack('/profile/friends');
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader
          title={t('friends.addTitle')}
          back={{ onPress: back, isNarrowOnly: true }}
          status={<ConnectionStrip />}
        />
      }
    >
      <CodeForm initial={scannedCode === '' ? '' : formatUniqueCode(scannedCode)} />
      <MyCode />
    </Screen>
  );
}

function CodeForm({ initial }: { initial: string }) {
  const { t } = useTranslation();
  const me = useMyProfile();
  const friends = useFriends();
  const requestFriend = useRequestFriend();
  const [value, setValue] = useState(initial);
  const [error, setError] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  useHoldUpdate(value !== initial);

  /** What this device knows by itself, network or not. */
  const localError = (): string | undefined => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) return t(validationMessageKey(parsed.error.issues[0]?.message ?? ''));
    if (parsed.data === me?.user.uniqueCode) return t('friends.ownCode');
    const isFriend = friends?.some(({ user }) => user.uniqueCode === parsed.data);
    return isFriend === true ? t('error.alreadyFriends') : undefined;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const known = localError();
    setError(known);
    if (known !== undefined) return;
    setIsSending(true);
    const refusal = await requestFriend(value).finally(() => setIsSending(false));
    if (refusal === null) setValue('');
    else setError(refusal);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <p>{t('friends.addLead')}</p>
        <CodeField
          value={value}
          error={error}
          onChange={(typed) => {
            setValue(typed);
            setError(undefined);
          }}
        />
        <Button type="submit" isWide isLoading={isSending}>
          {t('friends.sendRequest')}
        </Button>
        <Button
          variant="outline"
          isWide
          icon={<ScanLine size={20} aria-hidden="true" />}
          render={<Link to="/profile/scan" />}
        >
          {t('scan.scan')}
        </Button>
      </Stack>
    </form>
  );
}
