import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS, type PostRow } from '../../../protocol/index.ts';
import { Button } from '../../components/button.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import { TextAreaField } from '../../components/text-area-field.tsx';
import { useMyProfile } from '../profile/use-my-profile.ts';
import { AnonymityCheck } from './anonymity-check.tsx';
import { findGiveaways, type Giveaway } from './identity-check.ts';
import * as styles from './post-form.css.ts';
import { PostPreview } from './post-preview.tsx';

export type PostValues = Pick<PostRow, 'content' | 'privacy' | 'anonymous'>;

interface PostFormProps {
  values: PostValues;
  onChange: (values: PostValues) => void;
  submitLabel: string;
  /** An existing post keeps whether it is anonymous. */
  isAnonymityFixed?: boolean;
  onSubmit: () => Promise<void>;
}

// Counting is said only when it begins to matter.
const COUNT_FROM = LIMITS.postMax - 500;
const ROWS = 8;

/** Where a post is written: `/posts/create` and `/posts/{postId}/update`. */
export function PostForm({
  values,
  onChange,
  submitLabel,
  isAnonymityFixed = false,
  onSubmit,
}: PostFormProps) {
  const { t } = useTranslation();
  const me = useMyProfile();
  const [isSending, setIsSending] = useState(false);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [giveaways, setGiveaways] = useState<readonly Giveaway[]>([]);
  const text = values.content.trim();
  const isTooLong = text.length > LIMITS.postMax;
  const canSend = text !== '' && !isTooLong;

  const send = async () => {
    setGiveaways([]);
    setIsSending(true);
    await onSubmit().finally(() => setIsSending(false));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSend || isSending) return;
    const found = values.anonymous && me ? findGiveaways(text, { ...me.user, email: me.email }) : [];
    if (found.length > 0) setGiveaways(found);
    else void send();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div>
        <TextAreaField
          label={t('posts.label')}
          rows={ROWS}
          value={values.content}
          onChange={(event) => onChange({ ...values, content: event.target.value })}
          {...(isTooLong ? { error: t('posts.tooLong', { max: LIMITS.postMax }) } : {})}
        />
        {text.length >= COUNT_FROM && !isTooLong && (
          <p className={styles.count}>{t('posts.charactersLeft', { count: LIMITS.postMax - text.length })}</p>
        )}
      </div>
      <div className={styles.options}>
        {!values.anonymous && (
          <>
            <Segmented
              label={t('posts.privacy')}
              value={values.privacy}
              options={[
                { value: 'PUBLIC', label: t('posts.public') },
                { value: 'PRIVATE', label: t('posts.private') },
              ]}
              onChange={(privacy) => onChange({ ...values, privacy })}
            />
            <p className={styles.hint}>
              {values.privacy === 'PUBLIC' ? t('posts.publicHint') : t('posts.privateHint')}
            </p>
          </>
        )}
        {isAnonymityFixed ? (
          values.anonymous && <p className={styles.hint}>{t('posts.anonymousFixed')}</p>
        ) : (
          <SwitchRow
            label={t('posts.anonymous')}
            hint={t('posts.anonymousHint')}
            isOn={values.anonymous}
            onChange={(anonymous) =>
              onChange({ ...values, anonymous, privacy: anonymous ? 'PUBLIC' : values.privacy })
            }
          />
        )}
      </div>
      <div className={styles.buttons}>
        <Button type="submit" isWide isLoading={isSending} disabled={!canSend}>
          {submitLabel}
        </Button>
        <Button variant="quiet" isWide disabled={text === ''} onClick={() => setIsPreviewed(true)}>
          {t('posts.preview')}
        </Button>
      </div>
      <Sheet
        isOpen={isPreviewed}
        onOpenChange={setIsPreviewed}
        title={t('posts.previewTitle')}
        description={t('posts.previewHint')}
        layout="padded"
      >
        {me && <PostPreview values={values} me={me.user} />}
      </Sheet>
      <AnonymityCheck
        giveaways={giveaways}
        onOpenChange={(isOpen) => !isOpen && setGiveaways([])}
        onPostAnyway={() => void send()}
      />
    </form>
  );
}
