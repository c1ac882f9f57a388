import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { newId, newUntimedId, ProtocolError } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useBack } from '../../app/use-back.ts';
import { useIsMounted } from '../../app/use-is-mounted.ts';
import { useSaySuccess } from '../../app/use-say-success.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { haptic } from '../../components/haptics.ts';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { useEngine, useServices } from '../../session/services.tsx';
import { POST_RULES } from '../media/attachment-list.ts';
import { useAttachments } from '../media/use-attachments.ts';
import { useKeepTray } from '../media/use-keep-tray.ts';
import { useHandedOver, withShared } from '../share/handed-over.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { DraftVersions } from './draft-versions.tsx';
import { createArgs } from './post-args.ts';
import { PostForm } from './post-form.tsx';
import { sendPost } from './send-post.ts';
import { usePostDraft } from './use-post-draft.ts';

/** `/posts/create` */
export function CreatePostScreen({ draftId }: { draftId: string | undefined }) {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const saySuccess = useSaySuccess();
  const navigate = useNavigate();
  const back = useBack('/posts');
  const isMounted = useIsMounted();
  const draft = usePostDraft(draftId);
  const attachments = useAttachments(POST_RULES, { onLate: draft.holdLate });
  useKeepTray(attachments, draft.values?.files, draft.hold, draft.turn);
  useHandedOver('post', draft.values !== undefined, async ({ text, files }) => {
    const before = draft.values;
    if (before) draft.change({ ...before, content: withShared(before.content, text) });
    attachments.add(files);
    const isKept = await attachments.kept();
    if (isMounted.current) draft.hold(attachments.held());
    return (await draft.save()) && isKept;
  });
  const publish = async () => {
    if (!draft.values) return;
    haptic('medium');
    const { anonymous } = draft.values;
    const source = draft.source();
    try {
      if (anonymous) {
        // A time-ordered id would tell when this phone composed it. Nor may its pictures, whose ids everybody reads.
        await draft.press({ postId: newUntimedId() });
        await sendPost(engine, draft.id);
      } else {
        const post = createArgs(newId(), draft.values, attachments.items);
        await engine.mutate('createPost', post, { source });
      }
    } catch (error) {
      if (anonymous) draft.release();
      const detail = error instanceof ProtocolError ? error.detail : null;
      toaster.show({ message: errorText(detail), variant: 'error' });
      return;
    }
    // The outbox has the words now: a draft beside it would be posted twice. Of an anonymous post it has copies of the files.
    if (anonymous) for (const { key } of attachments.items) attachments.remove(key);
    else attachments.take();
    await draft.forget();
    saySuccess('postCreated');
    if (isMounted.current) await navigate({ to: '/posts', replace: true });
  };
  if (!draft.values) {
    return (
      <Screen
        width="narrow"
        isPadded
        header={
          <AppHeader title={t('posts.createTitle')} back={{ onPress: back }} status={<ConnectionStrip />} />
        }
      >
        <SkeletonList rows={2} />
      </Screen>
    );
  }
  return (
    <PostForm
      title={t('posts.createTitle')}
      onBack={back}
      values={draft.values}
      onChange={draft.change}
      attachments={attachments}
      submitLabel={t('posts.publish')}
      onSubmit={publish}
      aside={<DraftVersions draftId={draft.id} onRestore={draft.restore} />}
    />
  );
}
