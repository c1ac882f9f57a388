import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { newId, newUntimedId, ProtocolError } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { useEngine, useServices } from '../../session/services.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { PostForm } from './post-form.tsx';
import { usePostDraft } from './use-post-draft.ts';

/** `/posts/create` */
export function CreatePostScreen({ draftId }: { draftId: string | undefined }) {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const back = useBack('/posts');
  const draft = usePostDraft(draftId);
  const publish = async () => {
    if (!draft.values) return;
    const { content, privacy, anonymous } = draft.values;
    try {
      // A time-ordered id would tell when this phone composed what nobody may know the writer of.
      const id = anonymous ? newUntimedId() : newId();
      await engine.mutate('createPost', { id, content, privacy, anonymous });
    } catch (error) {
      const detail = error instanceof ProtocolError ? error.detail : null;
      toaster.show({ message: errorText(detail), variant: 'error' });
      return;
    }
    // The outbox has the words now: a draft beside it would be posted twice.
    await draft.forget();
    toaster.show({ message: t('success.postCreated'), variant: 'success' });
    await navigate({ to: '/posts', replace: true });
  };
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader title={t('posts.createTitle')} back={{ onPress: back }} status={<ConnectionStrip />} />
      }
    >
      {draft.values ? (
        <PostForm
          values={draft.values}
          onChange={draft.change}
          submitLabel={t('posts.publish')}
          onSubmit={publish}
        />
      ) : (
        <SkeletonList rows={2} />
      )}
    </Screen>
  );
}
