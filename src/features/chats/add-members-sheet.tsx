import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { normalizeUniqueCode, uniqueCode } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { useMutate } from '../../app/use-mutate.ts';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Stack } from '../../components/stack.tsx';
import type { ChatInfo } from '../../queries/chat-info.ts';
import { fullName } from '../../queries/people.ts';
import { useServices } from '../../session/services.tsx';
import { CodeField } from '../friends/code-field.tsx';
import { PersonPicker } from './person-picker.tsx';

interface AddMembersSheetProps {
  info: ChatInfo;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Brings friends in and asks others: people of this device offline too, anybody else by their code. */
export function AddMembersSheet({ info, isOpen, onOpenChange }: AddMembersSheetProps) {
  const { t } = useTranslation();
  const mutate = useMutate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  useHoldUpdate(isOpen && chosen.size > 0);
  const chatId = info.chat.id;
  const inside = new Set([
    ...info.members.map(({ user }) => user.id),
    ...info.invited.map(({ user }) => user.id),
  ]);
  const add = async (): Promise<void> => {
    for (const userId of chosen) await mutate('addMember', { chatId, userId });
    setChosen(new Set());
    onOpenChange(false);
  };
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('group.addMembers')} layout="padded">
      <Stack gap="md">
        <PersonPicker
          label={t('group.addMembers')}
          chosen={chosen}
          hidden={inside}
          onToggle={({ user }) => setChosen((before) => before.symmetricDifference(new Set([user.id])))}
        />
        {chosen.size > 0 && (
          <Button isWide onClick={() => void add()}>
            {t('group.addCount', { count: chosen.size })}
          </Button>
        )}
        <InviteByCode chatId={chatId} />
      </Stack>
    </Sheet>
  );
}

/** Somebody whom this device does not know: the code has to be looked up, which needs a network. */
function InviteByCode({ chatId }: { chatId: string }) {
  const { t } = useTranslation();
  const { api, session, toaster } = useServices();
  const errorText = useErrorText();
  const mutate = useMutate();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  useHoldUpdate(code !== '');
  const invite = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const token = session.token();
    if (!uniqueCode().safeParse(code).success) {
      setError(t('validation.codeLength'));
      return;
    }
    if (token === null) return;
    const wanted = normalizeUniqueCode(code);
    const answer = await api.personByCode(token, wanted);
    if (answer.kind === 'unreachable') return setError(t('group.needsNetwork'));
    if (answer.kind === 'refused')
      return setError(
        answer.error.kind === 'not_found' ? t('friends.notFound') : errorText(answer.error.detail),
      );
    if (!(await mutate('addMember', { chatId, userId: answer.data.id, uniqueCode: wanted }))) return;
    setCode('');
    setError(undefined);
    toaster.show({ message: t('group.invitedNow', { name: fullName(answer.data) }), variant: 'success' });
  };
  return (
    <form onSubmit={(event) => void invite(event)} noValidate>
      <Stack gap="sm">
        <CodeField
          value={code}
          error={error}
          onChange={(value) => {
            setCode(value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="secondary" isWide>
          {t('group.inviteByCode')}
        </Button>
      </Stack>
    </form>
  );
}
