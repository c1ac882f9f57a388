import { useTranslation } from 'react-i18next';
import { awaitedMedia, type UserRow } from '../../../protocol/index.ts';
import { fullName } from '../../queries/people.ts';
import { type Attachment, namedBy } from '../media/attachment-list.ts';
import { MediaView } from '../media/media-view.tsx';
import { MediaViewer } from '../media/media-viewer.tsx';
import { AuthorFace, useMaskedName } from './author-line.tsx';
import * as cardStyles from './post-card.css.ts';
import * as styles from './post-form.css.ts';
import { PostText } from './post-text.tsx';
import type { PostValues } from './post-values.ts';

interface PostPreviewProps {
  values: PostValues;
  me: UserRow;
  attachments: readonly Attachment[];
}

/** A post as others will get it: what is not shown here is not sent to them. */
export function PostPreview({ values, me, attachments }: PostPreviewProps) {
  const { t } = useTranslation();
  const maskedName = useMaskedName();
  const person = values.anonymous ? null : me;
  return (
    <div className={styles.preview}>
      <div className={cardStyles.card}>
        <div className={cardStyles.head}>
          <AuthorFace person={person} />
          <div className={cardStyles.who}>
            <span className={cardStyles.name}>{person ? fullName(person) : maskedName(null)}</span>
            <span className={cardStyles.meta}>{t('time.aSecondAgo')}</span>
          </div>
        </div>
        <PostText text={values.content.trim()} />
        {/* Over the sheet, and not beside it. */}
        <MediaViewer screen="preview">
          <MediaView media={awaitedMedia(namedBy(attachments))} size="wide" />
        </MediaViewer>
      </div>
    </div>
  );
}
