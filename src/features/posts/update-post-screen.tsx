import { Newspaper, PencilLine } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProtocolError } from '../../../protocol/index.ts';
import type { DraftFile } from '../../../sync/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { type FeedPost, usePost } from '../../queries/posts.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { POST_RULES } from '../media/attachment-list.ts';
import { useAttachments } from '../media/use-attachments.ts';
import { useKeepTray } from '../media/use-keep-tray.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { DraftVersions } from './draft-versions.tsx';
import * as styles from './post-form.css.ts';
import { PostForm } from './post-form.tsx';
import { usePostDraft } from './use-post-draft.ts';

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
  const [begun] = useState(post);
  const [isSaved, setIsSaved] = useState(false);
  const draft = usePostDraft(undefined, {
    id: begun.id,
    before: {
      content: begun.content,
      privacy: begun.privacy,
      anonymous: begun.anonymous,
      files: begun.media.map(({ id, alt = '' }) => ({ id, alt })),
    },
  });
  const attachments = useAttachments(POST_RULES, { onLate: draft.holdLate });
  const { restore } = attachments;
  const restoreHeld = useCallback(
    (files: readonly DraftFile[]) => restore(files, false, begun.media),
    [begun, restore],
  );
  useKeepTray(
    { items: attachments.items, restore: restoreHeld },
    draft.values?.files,
    draft.hold,
    draft.turn,
  );
  const discard = async () => {
    attachments.take();
    await draft.forget();
    onDone();
  };
  const { values } = draft;
  if (values === undefined) return <SkeletonList rows={2} />;
  const save = async () => {
    try {
      const { content, privacy } = values;
      if (post.anonymous) await attachments.makeUntraceable();
      const { images = [], video = null, alts = {} } = attachments.namedInPost();
      setIsSaved(true);
      // The form shows what the post says now, and that it has changed.
      const expectedContent = post.content;
      const args = { id: post.id, content, privacy, images, video, alts, expectedContent };
      await engine.mutate('updatePost', args);
    } catch (error) {
      setIsSaved(false);
      const detail = error instanceof ProtocolError ? error.detail : null;
      toaster.show({ message: errorText(detail), variant: 'error' });
      return;
    }
    attachments.take();
    await draft.forget();
    toaster.show({ message: t('success.postUpdated'), variant: 'success' });
    onDone();
  };
  // Begun before somebody, on another device of mine, changed the post: both stand here until I choose.
  const isChangedSince = !isSaved && post.content !== (draft.begunOver ?? begun.content);
  return (
    <div className={styles.form}>
      {(draft.begunOver !== undefined || isChangedSince) && (
        <Banner
          tone={isChangedSince ? 'spark' : 'info'}
          icon={<PencilLine size={20} />}
          actions={
            <Button size="sm" variant="plain" onClick={() => void discard()}>
              {t('posts.discardEdit')}
            </Button>
          }
        >
          {t(isChangedSince ? 'posts.changedSince' : 'posts.editKept')}
        </Banner>
      )}
      {isChangedSince && <blockquote className={styles.published}>{post.content}</blockquote>}
      <PostForm
        values={values}
        onChange={draft.change}
        attachments={attachments}
        submitLabel={t('action.save')}
        isAnonymityFixed
        onSubmit={save}
        aside={<DraftVersions draftId={draft.id} onRestore={draft.restore} />}
      />
    </div>
  );
}
