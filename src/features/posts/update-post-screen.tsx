import { Newspaper, PencilLine } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProtocolError } from '../../../protocol/index.ts';
import type { DraftFile } from '../../../sync/index.ts';
import { shownText } from '../../../sync/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useBack } from '../../app/use-back.ts';
import { useIsMounted } from '../../app/use-is-mounted.ts';
import { useSaySuccess } from '../../app/use-say-success.ts';
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
import { filesOfPost } from './edit-base.ts';
import { updateArgs } from './post-args.ts';
import * as styles from './post-form.css.ts';
import { PostForm } from './post-form.tsx';
import { sendPost } from './send-post.ts';
import { useFollowPost } from './use-follow-post.ts';
import { usePostDraft } from './use-post-draft.ts';

/** `/posts/{postId}/update` */
export function UpdatePostScreen({ postId }: { postId: string }) {
  const { t } = useTranslation();
  const item = usePost(postId);
  const back = useBack('/posts');
  if (item?.isMine && item.post.deletedAt === null) return <EditForm item={item} onDone={back} />;
  return (
    <Frame onBack={back}>
      {item === undefined ? (
        <SkeletonList rows={2} />
      ) : (
        <EmptyState icon={<Newspaper size={32} />} line={t('posts.gone')} />
      )}
    </Frame>
  );
}

/** Around what there is to say while there is nothing to edit. */
function Frame({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader title={t('posts.updateTitle')} back={{ onPress: onBack }} status={<ConnectionStrip />} />
      }
    >
      {children}
    </Screen>
  );
}

function EditForm({ item: { post }, onDone }: { item: FeedPost; onDone: () => void }) {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const saySuccess = useSaySuccess();
  const [begun] = useState(post);
  const isMounted = useIsMounted();
  const [isSaved, setIsSaved] = useState(false);
  const draft = usePostDraft(undefined, {
    id: begun.id,
    before: {
      content: begun.content,
      privacy: begun.privacy,
      anonymous: begun.anonymous,
      files: filesOfPost(begun),
    },
  });
  const attachments = useAttachments(POST_RULES, { onLate: draft.holdLate });
  const { restore } = attachments;
  const restoreHeld = useCallback(
    (files: readonly DraftFile[], isReplacing = false) => restore(files, isReplacing, post.media),
    [post.media, restore],
  );
  useFollowPost(post, isSaved, draft, restore);
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
  const { values, base } = draft;
  if (values === undefined || base === undefined) {
    return (
      <Frame onBack={onDone}>
        <SkeletonList rows={2} />
      </Frame>
    );
  }
  const save = async () => {
    const source = draft.source();
    try {
      setIsSaved(true);
      // The form shows what the post says now, and that it has changed.
      const expectedContent = post.content;
      if (post.anonymous) {
        await draft.press({ postId: post.id, expectedContent });
        await sendPost(engine, draft.id);
      } else {
        const edit = updateArgs(post.id, values, attachments.items, { base, expectedContent });
        await engine.mutate('updatePost', edit, { source });
      }
    } catch (error) {
      if (post.anonymous) draft.release();
      setIsSaved(false);
      const detail = error instanceof ProtocolError ? error.detail : null;
      toaster.show({ message: errorText(detail), variant: 'error' });
      return;
    }
    attachments.take();
    await draft.forget();
    saySuccess('postUpdated');
    if (isMounted.current) onDone();
  };
  // Begun before somebody, on another device of mine, changed the post: both stand here until I choose.
  const isChangedSince = !isSaved && post.content !== base.content;
  const above = (
    <>
      {(draft.isKept || isChangedSince) && (
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
      {isChangedSince && (
        <blockquote className={styles.published} dir="auto">
          {shownText(post.content)}
        </blockquote>
      )}
    </>
  );
  return (
    <PostForm
      title={t('posts.updateTitle')}
      onBack={onDone}
      above={above}
      values={values}
      onChange={draft.change}
      attachments={attachments}
      submitLabel={t('action.save')}
      isAnonymityFixed
      onSubmit={save}
      aside={<DraftVersions draftId={draft.id} onRestore={draft.restore} />}
    />
  );
}
