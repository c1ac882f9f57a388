import { Newspaper } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProtocolError } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { type FeedPost, usePost } from '../../queries/posts.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { POST_RULES } from '../media/attachment-list.ts';
import { useAttachments } from '../media/use-attachments.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { PostForm, type PostValues } from './post-form.tsx';

/** `/posts/{postId}/update` */
export function UpdatePostScreen({ postId }: { postId: string }) {
  const { t } = useTranslation();
  const item = usePost(postId);
  const back = useBack('/posts');
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader title={t('posts.updateTitle')} back={{ onPress: back }} status={<ConnectionStrip />} />
      }
    >
      {item === undefined ? (
        <SkeletonList rows={2} />
      ) : item?.isMine && item.post.deletedAt === null ? (
        <EditForm item={item} onDone={back} />
      ) : (
        <EmptyState icon={<Newspaper size={32} />} line={t('posts.gone')} />
      )}
    </Screen>
  );
}

function EditForm({ item: { post }, onDone }: { item: FeedPost; onDone: () => void }) {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  // Begun with the post as it was: what arrives meanwhile does not write over what is typed.
  const [values, setValues] = useState<PostValues>({
    content: post.content,
    privacy: post.privacy,
    anonymous: post.anonymous,
  });
  const attachments = useAttachments(POST_RULES);
  const { restore } = attachments;
  const [held] = useState(post.media);
  useEffect(() => {
    const files = held.map(({ id, alt = '' }) => ({ id, alt }));
    void restore(files, held);
  }, [held, restore]);
  const save = async () => {
    try {
      const { content, privacy } = values;
      if (post.anonymous) await attachments.makeUntraceable();
      const { images = [], video = null, alts = {} } = attachments.namedInPost();
      await engine.mutate('updatePost', { id: post.id, content, privacy, images, video, alts });
    } catch (error) {
      const detail = error instanceof ProtocolError ? error.detail : null;
      toaster.show({ message: errorText(detail), variant: 'error' });
      return;
    }
    attachments.release();
    toaster.show({ message: t('success.postUpdated'), variant: 'success' });
    onDone();
  };
  return (
    <PostForm
      values={values}
      onChange={setValues}
      attachments={attachments}
      submitLabel={t('action.save')}
      isAnonymityFixed
      onSubmit={save}
    />
  );
}
