import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS, newId, newUntimedId, ProtocolError } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { Composer } from '../../components/composer.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import type { FeedPost } from '../../queries/posts.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import * as styles from './comment-row.css.ts';

/** What the field is for. */
export type Writing =
  | { readonly kind: 'new' }
  | { readonly kind: 'reply'; readonly to: string; readonly name: string }
  | { readonly kind: 'edit'; readonly id: string; readonly content: string };

interface CommentComposerProps {
  item: FeedPost;
  writing: Writing;
  onWriting: (writing: Writing) => void;
}

/** Where a comment is written: a new one, an answer, or an edit. */
export function CommentComposer({ item: { post, isMine }, writing, onWriting }: CommentComposerProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const [value, setValue] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (writing.kind === 'edit') setValue(writing.content);
    if (writing.kind !== 'new') input.current?.focus();
  }, [writing]);

  const send = async (content: string) => {
    if (content.length > LIMITS.commentMax) {
      toaster.show({ message: t('posts.tooLong', { max: LIMITS.commentMax }), variant: 'error' });
      return;
    }
    const postId = post.id;
    try {
      if (writing.kind === 'edit') await engine.mutate('updateComment', { id: writing.id, postId, content });
      else {
        // Under one's own anonymous post an id must not tell when this phone wrote it.
        const id = post.anonymous && isMine ? newUntimedId() : newId();
        const parent = writing.kind === 'reply' ? { parentId: writing.to } : {};
        await engine.mutate('createComment', { id, postId, content, ...parent });
      }
    } catch (error) {
      const detail = error instanceof ProtocolError ? error.detail : null;
      toaster.show({ message: errorText(detail), variant: 'error' });
      return;
    }
    // The outbox has the words now.
    setValue('');
    onWriting({ kind: 'new' });
  };
  const title =
    writing.kind === 'reply'
      ? t('posts.replyTo', { name: writing.name })
      : writing.kind === 'edit'
        ? t('posts.editComment')
        : null;
  return (
    <Composer
      inputRef={input}
      value={value}
      onChange={setValue}
      onSend={(text) => void send(text)}
      placeholder={t('posts.commentLabel')}
      above={
        title !== null && (
          <div className={styles.replying}>
            <span>{title}</span>
            <IconButton
              label={t('posts.cancelReply')}
              icon={<X size={18} aria-hidden="true" />}
              onClick={() => {
                if (writing.kind === 'edit') setValue('');
                onWriting({ kind: 'new' });
              }}
            />
          </div>
        )
      }
    />
  );
}
