import { Newspaper } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listId } from '../../../sync/index.ts';
import { useBack } from '../../app/use-back.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { usePost } from '../../queries/posts.ts';
import { useEngine, useEngineStatus } from '../../session/services.tsx';
import { useDraft } from '../chat/use-draft.ts';
import { partOfComment } from '../outbox/edit-place.ts';
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
  const answer = useKeepFresh(postId);
  const back = useBack('/posts');
  const [sheet, setSheet] = useState<PostSheetState>(null);
  const draft = useDraft(postId);
  const engine = useEngine();
  const hand = useOutboxHand();
  const input = useRef<HTMLTextAreaElement>(null);
  const isHere = item != null && item.post.deletedAt === null;
  return (
    <Screen
      width="narrow"
      scrollName={`/posts/${postId}`}
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
            onEditAgain={(row) => {
              // What is being written waits behind it.
              draft.bringBack(partOfComment(row));
              input.current?.focus();
              // The outbox releases the words when they are a draft.
              hand.attempt(async () => ((await draft.save()) ? engine.cancel(row.id) : null));
            }}
            onEdit={(messageId, content) => {
              draft.startEdit({ messageId, content, original: content });
              input.current?.focus();
            }}
          />
        </>
      ) : item === undefined || answer === 'awaited' ? (
        <SkeletonList rows={3} />
      ) : (
        <EmptyState
          icon={<Newspaper size={32} />}
          line={t(item === null && answer === 'offline' ? 'posts.offline' : 'posts.gone')}
          action={
            <Button variant="secondary" onClick={back}>
              {t('action.back')}
            </Button>
          }
        />
      )}
      <PostSheets state={sheet} onChange={setSheet} onGone={back} />
    </Screen>
  );
}

/**
 * Brings the post and its comments, and again when there is something new or some time has passed.
 * @returns whether the server has said what there is: what it was never asked about is not gone
 */
function useKeepFresh(postId: string): 'awaited' | 'answered' | 'offline' {
  const engine = useEngine();
  const { connection } = useEngineStatus();
  const isOffline = connection === 'offline';
  const [answer, setAnswer] = useState<'awaited' | 'answered' | 'offline'>('awaited');
  const load = useCallback(async () => {
    const outcome = await engine.loadNewest(listId('post', postId));
    await engine.loadNewest(listId('comments', postId));
    return outcome;
  }, [engine, postId]);
  const ask = useCallback(() => void load(), [load]);
  useHints({ postIds: [postId], isFeed: false }, ask);
  useEffect(() => {
    if (isOffline) {
      setAnswer((before) => (before === 'answered' ? before : 'offline'));
      return;
    }
    let isCurrent = true;
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const outcome = await load();
      if (isCurrent)
        setAnswer((before) => (outcome !== 'offline' || before === 'answered' ? 'answered' : 'offline'));
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_AGAIN_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [isOffline, load]);
  return answer;
}
