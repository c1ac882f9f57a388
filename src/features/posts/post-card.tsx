import { Link } from '@tanstack/react-router';
import { CloudDownload, Ellipsis, Heart, Lock, MessageCircle, Share2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '../../app/use-mutate.ts';
import { ROW } from '../../components/arrow-rows.tsx';
import { haptic } from '../../components/haptics.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { useToggle } from '../../components/use-toggle.ts';
import type { FeedPost } from '../../queries/posts.ts';
import { visuallyHidden } from '../../theme/mixins.css.ts';
import { MediaView } from '../media/media-view.tsx';
import { When } from '../shell/when.tsx';
import { AuthorFace, AuthorName } from './author-line.tsx';
import * as styles from './post-card.css.ts';
import { PostText } from './post-text.tsx';
import { useSharePost } from './use-share-post.ts';
import { RefusedEdit, WriteState } from './write-state.tsx';

interface PostCardProps {
  item: FeedPost;
  /** On its own page a post is shown in full and leads nowhere. */
  isPage?: boolean;
  onOptions: (item: FeedPost) => void;
}

/** A post in a list or on its own page. */
export const PostCard = memo(function PostCard({ item, isPage = false, onOptions }: PostCardProps) {
  const { t } = useTranslation();
  const { post, person, isMine } = item;
  return (
    // In a list it is a row that arrows lead to; Tab goes on into it.
    <article
      className={styles.card}
      aria-labelledby={`post-${post.id}`}
      {...(isPage ? {} : { ...ROW, tabIndex: 0 })}
    >
      <div className={styles.head}>
        <AuthorFace person={person} />
        <div className={styles.who}>
          <span id={`post-${post.id}`}>
            <AuthorName person={person} author={post.author} />
          </span>
          <span className={styles.meta}>
            {post.editedAt !== null && <span className={styles.fact}>{t('posts.edited')}</span>}
            {post.privacy === 'PRIVATE' && (
              <span className={styles.fact}>
                <Lock size={14} aria-hidden="true" />
                {t('posts.private')}
              </span>
            )}
            {item.isPinned && (
              <span className={styles.fact}>
                <CloudDownload size={14} aria-hidden="true" />
                <span className={visuallyHidden}>{t('media.keptOffline')}</span>
              </span>
            )}
            {isMine && post.anonymous && <span className={styles.fact}>{t('posts.onlyYouKnow')}</span>}
          </span>
        </div>
        <IconButton
          label={t('posts.options')}
          icon={<Ellipsis size={22} aria-hidden="true" />}
          onClick={() => onOptions(item)}
        />
      </div>
      <PostText text={post.content} isClamped={!isPage} />
      <MediaView media={post.media} size="wide" owner={{ kind: 'post', id: post.id }} />
      {item.refusedEdit && <RefusedEdit row={item.refusedEdit} iconPx={18} />}
      <div className={styles.foot}>
        {item.state === 'settled' ? (
          <PostActions item={item} isPage={isPage} />
        ) : (
          <WriteState shown={item} iconPx={18} />
        )}
        <When at={Date.parse(post.createdAt)} place="end" />
      </div>
    </article>
  );
});

function PostActions({ item, isPage }: { item: FeedPost; isPage: boolean }) {
  const { t } = useTranslation();
  const mutate = useMutate();
  const share = useSharePost();
  const { post } = item;
  const [isLiked, setLiked] = useToggle(item.isLiked, (liked) =>
    mutate('setLike', { postId: post.id, liked }),
  );
  const like = () => {
    haptic('light');
    setLiked(!isLiked);
  };
  const comments = (
    <>
      <MessageCircle size={20} aria-hidden="true" />
      <span aria-hidden="true">{post.commentCount > 0 ? post.commentCount : ''}</span>
      <span className={visuallyHidden}>{t('posts.comments', { count: post.commentCount })}</span>
    </>
  );
  return (
    <div className={styles.actions}>
      <button
        type="button"
        className={styles.action({ isOn: isLiked })}
        aria-pressed={isLiked}
        aria-label={`${t('posts.like')}, ${t('posts.likes', { count: post.likeCount })}`}
        title={t('posts.like')}
        onClick={like}
      >
        <Heart size={20} aria-hidden="true" fill={isLiked ? 'currentColor' : 'none'} />
        <span aria-hidden="true">{post.likeCount > 0 ? post.likeCount : ''}</span>
      </button>
      {isPage ? (
        <span className={styles.action({ isOn: false })}>{comments}</span>
      ) : (
        <Link
          className={styles.action({ isOn: false })}
          to="/posts/$postId"
          params={{ postId: post.id }}
          title={t('posts.comments', { count: post.commentCount })}
        >
          {comments}
        </Link>
      )}
      {post.privacy === 'PUBLIC' && (
        <button
          type="button"
          className={styles.action({ isOn: false })}
          aria-label={t('posts.share')}
          title={t('posts.share')}
          onClick={() => void share(post.id)}
        >
          <Share2 size={20} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
