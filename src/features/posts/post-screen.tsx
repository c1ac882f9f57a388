import { Newspaper } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listId } from '../../../sync/index.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { usePost } from '../../queries/posts.ts';
import { useEngine, useEngineStatus } from '../../session/services.tsx';
import { useDraft } from '../chat/use-draft.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { CommentComposer } from './comment-composer.tsx';
import { CommentList } from './comment-list.tsx';
import { PostCard } from './post-card.tsx';
import { type PostSheetState, PostSheets } from './post-sheets.tsx';
import { useHints } from './use-hints.ts';

const LOOK_AGAIN_MS = 20_000;

/** `/posts/{postId}`: a post in full, with its comments. */
export function PostScreen({ postId }: { postId: string }) {
  const { t } = useTranslation();
  const item = usePost(postId);
  const isAsked = useKeepFresh(postId);
  const back = useBack('/posts');
  const [sheet, setSheet] = useState<PostSheetState>(null);
  const draft = useDraft(postId);
  const input = useRef<HTMLTextAreaElement>(null);
  const isHere = item != null && item.post.deletedAt === null;
  return (
    <Screen
      width="narrow"
      header={<AppHeader title={t('posts.page')} back={{ onPress: back }} status={<ConnectionStrip />} />}
      {...(isHere && item.state === 'settled'
        ? { footer: <CommentComposer item={item} draft={draft} inputRef={input} /> }
        : {})}
    >
      {isHere ? (
        <>
          <PostCard item={item} isPage onOptions={(chosen) => setSheet({ kind: 'options', item: chosen })} />
          <CommentList
            item={item}
            onReply={(commentId) => {
              draft.replyTo(commentId);
              input.current?.focus();
            }}
            onEdit={(messageId, content) => {
              draft.startEdit({ messageId, content });
              input.current?.focus();
            }}
          />
        </>
      ) : item === undefined || !isAsked ? (
        <SkeletonList rows={3} />
      ) : (
        <EmptyState icon={<Newspaper size={32} />} line={t('posts.gone')} />
      )}
      <PostSheets state={sheet} onChange={setSheet} onGone={back} />
    </Screen>
  );
}

/** Brings the post and its comments, and again when there is something new or some time has passed. @returns whether the server could have answered */
function useKeepFresh(postId: string): boolean {
  const engine = useEngine();
  const { connection } = useEngineStatus();
  const isOffline = connection === 'offline';
  const [isAsked, setIsAsked] = useState(false);
  const load = useCallback(async () => {
    await engine.loadNewest(listId('post', postId));
    await engine.loadNewest(listId('comments', postId));
  }, [engine, postId]);
  const ask = useCallback(() => void load(), [load]);
  useHints({ postIds: [postId], isFeed: false }, ask);
  useEffect(() => {
    if (isOffline) {
      setIsAsked(true);
      return;
    }
    let isCurrent = true;
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      await load();
      if (isCurrent) setIsAsked(true);
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_AGAIN_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [isOffline, load]);
  return isAsked;
}
