import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listId, type OutboxRowOf } from '../../../sync/index.ts';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Sheet, SheetAction } from '../../components/sheet.tsx';
import { type ShownComment, useComments } from '../../queries/comments.ts';
import type { FeedPost } from '../../queries/posts.ts';
import { useEngine, useEngineStatus } from '../../session/services.tsx';
import * as styles from './comment-row.css.ts';
import { CommentRow } from './comment-row.tsx';
import * as listStyles from './posts-screen.css.ts';
import { buildThread } from './thread.ts';

interface CommentListProps {
  item: FeedPost;
  onReply: (commentId: string) => void;
  onEdit: (commentId: string, content: string) => void;
  onEditAgain: (row: OutboxRowOf<'createComment'>) => void;
}

type Asked = { readonly kind: 'options' | 'delete'; readonly shown: ShownComment } | null;

const ICON = 20;

/** The comments of a post with what can be done about them. */
export function CommentList({ item: { post, isMine }, onReply, onEdit, onEditAgain }: CommentListProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const { connection } = useEngineStatus();
  const found = useComments(post.id);
  const [asked, setAsked] = useState<Asked>(null);
  const [isLoading, setIsLoading] = useState(false);
  if (found === undefined) return null;
  const thread = buildThread(found.comments);
  const close = () => setAsked(null);
  // A sheet closes after it has opened the next one: only what it was itself goes.
  const closeOf = (kind: NonNullable<Asked>['kind']) => (isOpen: boolean) => {
    if (!isOpen) setAsked((now) => (now?.kind === kind ? null : now));
  };
  const earlier = () => {
    setIsLoading(true);
    void engine.loadOlder(listId('comments', post.id)).finally(() => setIsLoading(false));
  };
  const isUnknown = !found.isKnown && connection === 'offline' && post.commentCount > 0;
  return (
    <section className={styles.thread} aria-label={t('posts.comments', { count: post.commentCount })}>
      {found.hasEarlier && (
        <div className={listStyles.end}>
          <Button variant="secondary" size="sm" isLoading={isLoading} onClick={earlier}>
            {t('action.showMore')}
          </Button>
        </div>
      )}
      {thread.length === 0 && (
        <p className={styles.none}>{isUnknown ? t('posts.offline') : t('posts.noComment')}</p>
      )}
      <ArrowRows>
        {thread.map((one) => (
          <CommentRow
            key={one.shown.comment.id}
            item={one}
            hasOptions={one.shown.isMine || isMine}
            onReply={(shown) => onReply(shown.comment.id)}
            onEditAgain={onEditAgain}
            onOptions={(shown) => setAsked({ kind: 'options', shown })}
          />
        ))}
      </ArrowRows>
      <Sheet
        isOpen={asked?.kind === 'options'}
        onOpenChange={closeOf('options')}
        title={t('posts.commentOptions')}
        isTitleHidden
      >
        {asked && (
          <>
            {asked.shown.isMine && (
              <SheetAction
                label={t('action.edit')}
                icon={<Pencil size={ICON} />}
                onPress={() => {
                  const { id, content } = asked.shown.comment;
                  onEdit(id, content ?? '');
                }}
              />
            )}
            <SheetAction
              label={t('action.delete')}
              icon={<Trash2 size={ICON} />}
              tone="danger"
              onPress={() => setAsked({ kind: 'delete', shown: asked.shown })}
            />
          </>
        )}
      </Sheet>
      <ConfirmDialog
        isOpen={asked?.kind === 'delete'}
        onOpenChange={closeOf('delete')}
        title={t('posts.deleteComment')}
        confirmLabel={t('action.delete')}
        tone="danger"
        onConfirm={() => {
          if (asked) void engine.mutate('deleteComment', { id: asked.shown.comment.id, postId: post.id });
          close();
        }}
      />
    </section>
  );
}
