import { X } from 'lucide-react';
import { type Ref, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS, newId, newUntimedId, ProtocolError } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { Composer } from '../../components/composer.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useComments } from '../../queries/comments.ts';
import { fullName } from '../../queries/people.ts';
import type { FeedPost } from '../../queries/posts.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import type { Draft } from '../chat/draft.ts';
import { WaitingDrafts } from '../chat/waiting-drafts.tsx';
import { joinLines } from '../media/join-lines.ts';
import { useDropFiles } from '../media/use-drop-files.ts';
import { useMaskedName } from './author-line.tsx';
import * as styles from './comment-row.css.ts';

interface CommentComposerProps {
  item: FeedPost;
  draft: Draft;
  inputRef: Ref<HTMLTextAreaElement>;
}

/** Where a comment is written: a new one, an answer, or an edit. What is typed is kept like what is typed in a chat. */
export function CommentComposer({ item: { post, isMine }, draft, inputRef }: CommentComposerProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const answeredName = useNameOf(post.id, draft.replyToId);

  const sayWordsOnly = useCallback(
    () => toaster.show({ message: t('posts.wordsOnly'), variant: 'warning' }),
    [toaster, t],
  );
  const drop = useDropFiles({ add: sayWordsOnly }, (words) => draft.change(joinLines(draft.value, words)));

  const send = async (words: string) => {
    if (words.length > LIMITS.commentMax) {
      toaster.show({ message: t('posts.tooLong', { max: LIMITS.commentMax }), variant: 'error' });
      return;
    }
    if (!draft.isAsDrawn()) return;
    const postId = post.id;
    const { rowId, content, replyToId, edit, waiting } = draft;
    const place = { chatId: postId, rowIds: draft.rowIds(), hasFiles: draft.hasFiles() };
    const source = draft.source([]);
    if (edit === null) draft.take();
    else draft.takeEdit();
    try {
      if (edit !== null) {
        const edited = { id: edit.messageId, postId, content: words, expectedContent: edit.original };
        await engine.mutate('updateComment', edited, { source });
      } else {
        // Under one's own anonymous post an id must not tell when this phone wrote it.
        const id = post.anonymous && isMine ? newUntimedId() : newId();
        const parent = replyToId === null ? {} : { parentId: replyToId };
        const comment = { id, postId, content: words, ...parent };
        await engine.mutate('createComment', comment, { draft: place, source });
      }
    } catch (error) {
      // Not stored, so not sent: the words go back to where they were typed.
      draft.giveBack({
        rowId,
        content: edit === null ? words : content,
        replyToId,
        edit: edit && { ...edit, content: words },
        files: [],
        mentions: [],
        forward: null,
        send: null,
        waiting,
      });
      const detail = error instanceof ProtocolError ? error.detail : null;
      toaster.show({ message: errorText(detail), variant: 'error' });
      return;
    }
    if (edit !== null) await draft.forget();
  };
  const title =
    draft.edit !== null
      ? t('posts.editComment')
      : answeredName === null
        ? null
        : t('posts.replyTo', { name: answeredName });
  return (
    <Composer
      measure="reading"
      inputRef={inputRef}
      value={draft.value}
      onChange={draft.change}
      onSend={(text) => void send(text)}
      placeholder={t('posts.commentLabel')}
      drop={drop}
      above={
        <>
          <WaitingDrafts draft={draft} />
          {title !== null && (
            <div className={styles.replying}>
              <span>{title}</span>
              <IconButton
                label={t(draft.edit === null ? 'posts.cancelReply' : 'posts.cancelEdit')}
                icon={<X size={18} aria-hidden="true" />}
                onClick={() => (draft.edit === null ? draft.replyTo(null) : draft.stopEdit())}
              />
            </div>
          )}
        </>
      }
    />
  );
}

/** Whose comment is answered; null when none is. */
function useNameOf(postId: string, commentId: string | null): string | null {
  const found = useComments(postId);
  const maskedName = useMaskedName();
  if (commentId === null) return null;
  const shown = found?.comments.find(({ comment }) => comment.id === commentId);
  return shown?.person ? fullName(shown.person) : maskedName(shown?.comment.author ?? null);
}
