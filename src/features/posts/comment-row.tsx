import { Ellipsis, Flag, Reply } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxRowOf } from '../../../sync/index.ts';
import { ROW } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import type { ShownComment } from '../../queries/comments.ts';
import { fullName } from '../../queries/people.ts';
import { useEngine } from '../../session/services.tsx';
import { ReportSheet } from '../people/report-sheet.tsx';
import { When } from '../shell/when.tsx';
import { AuthorFace, AuthorName, useMaskedName } from './author-line.tsx';
import * as styles from './comment-row.css.ts';
import * as cardStyles from './post-card.css.ts';
import { PostText } from './post-text.tsx';
import type { ThreadItem } from './thread.ts';
import { RefusedEdit, WriteState } from './write-state.tsx';

interface CommentRowProps {
  item: ThreadItem;
  /** May be edited or deleted by this reader. */
  hasOptions: boolean;
  onReply: (shown: ShownComment) => void;
  onOptions: (shown: ShownComment) => void;
  /** A refused one goes back into the field. */
  onEditAgain: (row: OutboxRowOf<'createComment'>) => void;
}

/** A comment, set in by what it answers. */
export function CommentRow({
  item: { shown, depth },
  hasOptions,
  onReply,
  onOptions,
  onEditAgain,
}: CommentRowProps) {
  const { t } = useTranslation();
  const maskedName = useMaskedName();
  const engine = useEngine();
  const [isReporting, setIsReporting] = useState(false);
  const { comment, person, failed } = shown;
  if (comment.content === null) {
    return (
      <div className={styles.row[depth]}>
        <p className={styles.gone}>{t('posts.commentDeleted')}</p>
      </div>
    );
  }
  const name = person ? fullName(person) : maskedName(comment.author);
  const state = <WriteState shown={shown} iconPx={16} onEdit={() => failed && onEditAgain(failed)} />;
  return (
    <article {...ROW} className={styles.row[depth]} aria-label={name}>
      <div className={styles.head}>
        <AuthorFace person={person} size="sm" />
        <div className={cardStyles.who}>
          <AuthorName person={person} author={comment.author} />
          <span className={cardStyles.meta}>
            {comment.editedAt !== null && <span className={cardStyles.fact}>{t('posts.edited')}</span>}
          </span>
        </div>
        {hasOptions && shown.state === 'settled' && (
          <IconButton
            label={t('posts.commentOptions')}
            icon={<Ellipsis size={20} aria-hidden="true" />}
            onClick={() => onOptions(shown)}
          />
        )}
      </div>
      <PostText text={comment.content} />
      {shown.refusedEdit && <RefusedEdit row={shown.refusedEdit} iconPx={16} />}
      {failed && state}
      <div className={styles.foot}>
        {shown.state === 'settled' ? (
          <div className={styles.tools}>
            <Button
              size="sm"
              variant="quiet"
              icon={<Reply size={18} aria-hidden="true" />}
              onClick={() => onReply(shown)}
            >
              {t('action.reply')}
            </Button>
            {comment.creatorId !== engine.userId && (
              <Button
                size="sm"
                variant="quiet"
                icon={<Flag size={18} aria-hidden="true" />}
                onClick={() => setIsReporting(true)}
              >
                {t('action.report')}
              </Button>
            )}
            <ReportSheet
              isOpen={isReporting}
              onOpenChange={setIsReporting}
              reported={{
                kind: 'comment',
                targetId: comment.id,
                snapshot: { text: comment.content, writtenAt: comment.createdAt },
              }}
            />
          </div>
        ) : (
          // Words and buttons of a refusal take the width; the time stands below them.
          <span>{!failed && state}</span>
        )}
        <When at={Date.parse(comment.createdAt)} place="end" />
      </div>
    </article>
  );
}
