import { useNavigate } from '@tanstack/react-router';
import { CloudDownload, CloudOff, EyeOff, Flag, Pencil, Share2, Trash2, VolumeX } from 'lucide-react';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cutText, LIMITS } from '../../../protocol/index.ts';
import { useSaySuccess } from '../../app/use-say-success.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Sheet, SheetAction } from '../../components/sheet.tsx';
import { fullName } from '../../queries/people.ts';
import { pinOfPost } from '../../queries/pins.ts';
import type { FeedPost } from '../../queries/posts.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { usePin } from '../media/use-pin.ts';
import { ReportSheet } from '../people/report-sheet.tsx';
import { useSharePost } from './use-share-post.ts';

export type PostSheetState = { readonly kind: 'options' | 'delete'; readonly item: FeedPost } | null;

interface PostSheetsProps {
  state: PostSheetState;
  onChange: Dispatch<SetStateAction<PostSheetState>>;
  /** The post is gone from where it was shown. */
  onGone?: () => void;
}

const ICON = 20;

/** What can be done with a post, and the question before it is deleted. */
export function PostSheets({ state, onChange, onGone }: PostSheetsProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const saySuccess = useSaySuccess();
  const navigate = useNavigate();
  const share = useSharePost();
  const pin = usePin();
  const post = state?.item.post;
  const [reported, setReported] = useState<FeedPost['post'] | null>(null);
  const close = () => onChange(null);
  // A sheet closes after it has opened the next one: only what it was itself goes.
  const closeOf = (kind: NonNullable<PostSheetState>['kind']) => (isOpen: boolean) => {
    if (!isOpen) onChange((now) => (now?.kind === kind ? null : now));
  };

  const remove = async (id: string) => {
    close();
    const { failed } = state?.item ?? {};
    // What the server refused is on this device only.
    if (failed) await engine.cancel(failed.id);
    else {
      await engine.mutate('deletePost', { id, soft: true });
      saySuccess('postDeleted', {
        action: { label: t('action.undo'), onPress: () => void engine.mutate('restorePost', { id }) },
      });
    }
    onGone?.();
  };
  const hide = async (postId: string) => {
    await engine.mutate('hidePost', { postId, hidden: true });
    toaster.show({
      message: t('posts.hidden'),
      variant: 'info',
      action: {
        label: t('action.undo'),
        onPress: () => void engine.mutate('hidePost', { postId, hidden: false }),
      },
    });
    onGone?.();
  };

  const mute = async (userId: string, name: string) => {
    await engine.mutate('muteAuthor', { userId, muted: true });
    toaster.show({
      message: t('people.authorMuted', { name }),
      variant: 'info',
      action: {
        label: t('action.undo'),
        onPress: () => void engine.mutate('muteAuthor', { userId, muted: false }),
      },
    });
    onGone?.();
  };
  const person = state?.item.person ?? null;

  return (
    <>
      <Sheet
        isOpen={state?.kind === 'options'}
        onOpenChange={closeOf('options')}
        title={t('posts.options')}
        isTitleHidden
      >
        {post && (
          <>
            {post.privacy === 'PUBLIC' && post.version > 0 && (
              <SheetAction
                label={t('posts.share')}
                icon={<Share2 size={ICON} />}
                onPress={() => void share(post.id)}
              />
            )}
            {post.version > 0 && (
              <SheetAction
                label={t(state.item.isPinned ? 'media.doNotKeep' : 'media.keepOffline')}
                icon={state.item.isPinned ? <CloudOff size={ICON} /> : <CloudDownload size={ICON} />}
                onPress={() => void pin(pinOfPost(post.id), !state.item.isPinned)}
              />
            )}
            {state.item.isMine ? (
              <>
                {!state.item.failed && (
                  <SheetAction
                    label={t('action.edit')}
                    icon={<Pencil size={ICON} />}
                    onPress={() =>
                      void navigate({ to: '/posts/$postId/update', params: { postId: post.id } })
                    }
                  />
                )}
                <SheetAction
                  label={t('action.delete')}
                  icon={<Trash2 size={ICON} />}
                  tone="danger"
                  onPress={() => onChange({ kind: 'delete', item: state.item })}
                />
              </>
            ) : (
              <>
                <SheetAction
                  label={t('posts.hide')}
                  icon={<EyeOff size={ICON} />}
                  onPress={() => void hide(post.id)}
                />
                {person && (
                  <SheetAction
                    label={t('people.muteName', { name: fullName(person) })}
                    icon={<VolumeX size={ICON} />}
                    onPress={() => void mute(person.id, fullName(person))}
                  />
                )}
                <SheetAction
                  label={t('action.report')}
                  icon={<Flag size={ICON} />}
                  onPress={() => setReported(post)}
                />
              </>
            )}
          </>
        )}
      </Sheet>
      {reported !== null && (
        <ReportSheet
          isOpen
          onOpenChange={(isOpen) => !isOpen && setReported(null)}
          reported={{
            kind: 'post',
            targetId: reported.id,
            snapshot: {
              text: cutText(reported.content, LIMITS.reportSnapshotMax),
              writtenAt: reported.createdAt,
            },
          }}
        />
      )}
      <ConfirmDialog
        isOpen={state?.kind === 'delete'}
        onOpenChange={closeOf('delete')}
        title={t('posts.deleteConfirm')}
        confirmLabel={t('action.delete')}
        tone="danger"
        onConfirm={() => post && void remove(post.id)}
      />
    </>
  );
}
