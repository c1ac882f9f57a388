import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SettingsRow, UserRow } from '../../../protocol/index.ts';
import { useBack } from '../../app/use-back.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { Stack } from '../../components/stack.tsx';
import { fullName, useMe } from '../../queries/people.ts';
import { PictureField } from '../media/picture-field.tsx';
import { useAct } from '../people/use-act.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { PersonFields } from './person-fields.tsx';
import { changedFields, profileForm } from './profile-form.ts';
import { ProfileHead } from './profile-head.tsx';

/** `/profile/update` */
export function EditProfileScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile');
  const me = useMe();
  return (
    <Screen
      width="narrow"
      isPadded
      header={<AppHeader title={t('profile.edit')} back={{ onPress: back }} status={<ConnectionStrip />} />}
    >
      {me?.user && me.settings ? (
        <ProfileFormFields user={me.user} settings={me.settings} onSaved={back} />
      ) : (
        <SkeletonList rows={4} />
      )}
    </Screen>
  );
}

interface ProfileFormFieldsProps {
  user: UserRow;
  settings: SettingsRow;
  onSaved: () => void;
}

function ProfileFormFields({ user, settings, onSaved }: ProfileFormFieldsProps) {
  const { t } = useTranslation();
  const act = useAct();
  const form = useForm({
    resolver: zodResolver(profileForm),
    // What the form began with is what it is compared to: a change that comes in meanwhile is not undone by saving.
    defaultValues: {
      firstName: user.firstName,
      middleName: user.middleName ?? '',
      lastName: user.lastName,
      birthDate: settings.birthDate,
    },
    mode: 'onTouched',
  });
  useHoldUpdate(form.formState.isDirty);
  const { errors, isSubmitting, defaultValues } = form.formState;
  const save = form.handleSubmit(async (values) => {
    const fields = changedFields(profileForm.parse(defaultValues), values);
    const isSaved =
      fields === null ||
      (await act('updateProfile', { userId: user.id, ...fields }, t('success.profileUpdated')));
    if (isSaved) onSaved();
  });
  return (
    <form noValidate onSubmit={save}>
      <Stack>
        <ProfileHead
          avatar={<Avatar id={user.id} name={fullName(user)} pictureId={user.avatarId} size="xl" />}
          name={fullName(user)}
          line={settings.email}
        />
        <PictureField
          pictureId={user.avatarId}
          onPick={(avatarId) =>
            act('updateProfile', { userId: user.id, avatarId }, t('success.profileUpdated'))
          }
        />
        <PersonFields
          fields={{
            firstName: form.register('firstName'),
            middleName: form.register('middleName'),
            lastName: form.register('lastName'),
            birthDate: form.register('birthDate'),
          }}
          errors={errors}
        />
        <Button type="submit" isWide isLoading={isSubmitting}>
          {t('action.save')}
        </Button>
      </Stack>
    </form>
  );
}
