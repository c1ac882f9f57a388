import { zodResolver } from '@hookform/resolvers/zod';
import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SettingsRow, UserRow } from '../../../protocol/index.ts';
import { useAskBeforeUnload } from '../../app/use-ask-before-unload.ts';
import { useBack } from '../../app/use-back.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { Stack } from '../../components/stack.tsx';
import { fullName, useMe } from '../../queries/people.ts';
import { readWaitingProfile, type WaitingProfile } from '../../queries/waiting-profile.ts';
import { useEngine } from '../../session/services.tsx';
import { PictureField } from '../media/picture-field.tsx';
import { useAct } from '../people/use-act.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { BirthDateField, NameFields } from './person-fields.tsx';
import { changedFields, profileForm, withChange } from './profile-form.ts';
import { ProfileHead } from './profile-head.tsx';
import { useKeptForm } from './use-kept-form.ts';
import { useWaitingProfile } from './use-waiting-profile.ts';

/** `/profile/update` */
export function EditProfileScreen({ waitingId }: { waitingId?: string | undefined }) {
  const { t } = useTranslation();
  const back = useBack('/profile');
  const me = useMe();
  const waiting = useWaitingProfile(waitingId);
  return (
    <Screen
      width="narrow"
      isPadded
      header={<AppHeader title={t('profile.edit')} back={{ onPress: back }} status={<ConnectionStrip />} />}
    >
      {me?.user && me.settings && waiting !== undefined ? (
        <ProfileFormFields user={me.user} settings={me.settings} waiting={waiting} onDone={back} />
      ) : (
        <SkeletonList rows={4} />
      )}
    </Screen>
  );
}

interface ProfileFormFieldsProps {
  user: UserRow;
  settings: SettingsRow;
  waiting: WaitingProfile | null;
  onDone: () => void;
}

function ProfileFormFields({ user, settings, waiting, onDone }: ProfileFormFieldsProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const act = useAct();
  const hand = useOutboxHand();
  // What the form began with is what it is compared to: a change that comes in meanwhile is not undone by saving.
  const [before] = useState({
    firstName: user.firstName,
    middleName: user.middleName ?? '',
    lastName: user.lastName,
    birthDate: settings.birthDate,
  });
  const [begun] = useState(waiting === null ? before : withChange(before, waiting.args));
  const form = useForm({ resolver: zodResolver(profileForm), defaultValues: begun, mode: 'onTouched' });
  const { isKept, end } = useKeptForm(user.id, form, begun);
  useHoldUpdate(form.formState.isDirty);
  useAskBeforeUnload(form.formState.isDirty);
  const { errors, isSubmitting } = form.formState;
  const save = form.handleSubmit(async (values) => {
    const now = waiting && (await readWaitingProfile(engine.db, waiting.id));
    // What waits to be sent is joined by what is saved now; what was given back is replaced by it.
    const isReplaced = now?.state === 'rejected' || now?.state === 'parked';
    const fields = changedFields(profileForm.parse(before), values);
    const isSaved =
      fields === null ||
      (await act('updateProfile', { userId: user.id, ...fields }, { success: 'profileUpdated' }));
    if (!isSaved) return;
    end();
    if (isReplaced) hand.discard(now.id);
    onDone();
  });
  const discard = () => {
    end();
    onDone();
  };
  return (
    <form noValidate onSubmit={save}>
      <Stack>
        {isKept && (
          <Banner
            tone="info"
            icon={<PencilLine size={20} />}
            actions={
              <Button size="sm" variant="plain" onClick={discard}>
                {t('posts.discardEdit')}
              </Button>
            }
          >
            {t('posts.editKept')}
          </Banner>
        )}
        <ProfileHead
          avatar={<Avatar id={user.id} name={fullName(user)} pictureId={user.avatarId} size="xl" />}
          name={fullName(user)}
          line={settings.email}
        />
        <PictureField
          pictureId={user.avatarId}
          onPick={(avatarId) =>
            act('updateProfile', { userId: user.id, avatarId }, { success: 'profileUpdated' })
          }
        />
        <NameFields
          fields={{
            firstName: form.register('firstName'),
            middleName: form.register('middleName'),
            lastName: form.register('lastName'),
          }}
          errors={errors}
        />
        <BirthDateField field={form.register('birthDate')} error={errors.birthDate} />
        <Button type="submit" isWide isLoading={isSubmitting}>
          {t('action.save')}
        </Button>
      </Stack>
    </form>
  );
}
