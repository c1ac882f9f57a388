import { Field } from '@base-ui/react/field';
import { Eye } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../protocol/index.ts';
import type { Engine } from '../../../sync/index.ts';
import { useOnce } from '../../app/use-once.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Button } from '../../components/button.tsx';
import { Screen } from '../../components/screen.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import { useEngine } from '../../session/services.tsx';
import { visuallyHidden } from '../../theme/mixins.css.ts';
import { AttachButton } from '../media/attach-button.tsx';
import { type Attachment, POST_RULES } from '../media/attachment-list.ts';
import { AttachmentTray } from '../media/attachment-tray.tsx';
import { joinLines } from '../media/join-lines.ts';
import type { Attachments } from '../media/use-attachments.ts';
import { useDropFiles } from '../media/use-drop-files.ts';
import { useMyProfile } from '../profile/use-my-profile.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { AnonymityCheck } from './anonymity-check.tsx';
import { AuthorFace } from './author-line.tsx';
import { findGiveaways, type Giveaway } from './identity-check.ts';
import * as styles from './post-form.css.ts';
import { PostPreview } from './post-preview.tsx';
import type { PostValues } from './post-values.ts';

interface PostFormProps {
  title: string;
  onBack: () => void;
  /** Above the words. */
  above?: ReactNode;
  values: PostValues;
  onChange: (values: PostValues) => void;
  attachments: Attachments;
  submitLabel: string;
  /** An existing post keeps whether it is anonymous. */
  isAnonymityFixed?: boolean;
  /** Among the tools. */
  aside?: ReactNode;
  onSubmit: () => Promise<void>;
}

/** A picture that went out under the writer's own name gives the writer away, whatever is written under it. */
const hasKnownPicture = async (
  { files }: Pick<Engine, 'files'>,
  items: readonly Attachment[],
): Promise<boolean> => {
  for (const { id } of items) if (id !== null && (await files.wasSent(id))) return true;
  return false;
};

// Counting is said only when it begins to matter.
const COUNT_FROM = LIMITS.postMax - 500;
const ROWS = 4;

/** The screen on which a post is written: `/posts/create` and `/posts/{postId}/update`. */
export function PostForm({
  title,
  onBack,
  above,
  values,
  onChange,
  attachments,
  submitLabel,
  isAnonymityFixed = false,
  aside,
  onSubmit,
}: PostFormProps) {
  const { t } = useTranslation();
  const formId = useId();
  const me = useMyProfile();
  const engine = useEngine();
  // From the press on: looking for what gives the writer away takes a moment as well.
  const { isBusy, once } = useOnce();
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [giveaways, setGiveaways] = useState<readonly Giveaway[]>([]);
  const text = values.content.trim();
  const isTooLong = text.length > LIMITS.postMax;
  // What is still being made smaller cannot be named yet: the tray says so.
  const canSend = text !== '' && !isTooLong && attachments.isReady;
  const drop = useDropFiles(attachments, (words) =>
    onChange({ ...values, content: joinLines(values.content, words) }),
  );

  const publish = async () => {
    setGiveaways([]);
    await onSubmit();
  };
  const check = async () => {
    const found: Giveaway[] =
      values.anonymous && me ? findGiveaways(text, { ...me.user, email: me.email }) : [];
    if (values.anonymous && !isAnonymityFixed && (await hasKnownPicture(engine, attachments.items)))
      found.push({ kind: 'picture' });
    if (found.length > 0) setGiveaways(found);
    else await publish();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend) once(check);
  };
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader
          title={title}
          back={{ onPress: onBack }}
          actions={
            <div className={styles.submit}>
              <Button type="submit" form={formId} size="sm" isLoading={isBusy} disabled={!canSend}>
                {submitLabel}
              </Button>
            </div>
          }
          status={<ConnectionStrip />}
        />
      }
      footer={
        <div className={styles.tools}>
          <AttachButton attachments={attachments} rules={POST_RULES} />
          <Button
            size="sm"
            variant="plain"
            icon={<Eye size={18} aria-hidden="true" />}
            disabled={text === ''}
            onClick={() => setIsPreviewed(true)}
          >
            {t('posts.preview')}
          </Button>
          {aside}
          {text.length >= COUNT_FROM && !isTooLong && (
            <p className={styles.count}>
              {t('posts.charactersLeft', { count: LIMITS.postMax - text.length })}
            </p>
          )}
        </div>
      }
    >
      {above}
      <form id={formId} className={styles.form} onSubmit={submit} noValidate {...drop}>
        <div className={styles.writing}>
          <AuthorFace person={values.anonymous ? null : (me?.user ?? null)} />
          <Field.Root className={styles.words} invalid={isTooLong}>
            <Field.Label className={visuallyHidden}>{t('posts.label')}</Field.Label>
            <Field.Control
              render={
                <textarea
                  dir="auto"
                  rows={ROWS}
                  placeholder={t('posts.label')}
                  className={styles.area}
                  value={values.content}
                  onChange={(event) => onChange({ ...values, content: event.target.value })}
                />
              }
            />
            {isTooLong && (
              <Field.Error className={styles.error} match={true}>
                {t('posts.tooLong', { max: LIMITS.postMax })}
              </Field.Error>
            )}
          </Field.Root>
        </div>
        <AttachmentTray attachments={attachments} />
        {values.anonymous && attachments.items.some((item) => item.hasTraces) && (
          <p className={styles.hint}>{t('posts.strippedHint')}</p>
        )}
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
            <div className={styles.bleed}>
              <SwitchRow
                label={t('posts.anonymous')}
                hint={t('posts.anonymousHint')}
                isOn={values.anonymous}
                onChange={(anonymous) =>
                  onChange({ ...values, anonymous, privacy: anonymous ? 'PUBLIC' : values.privacy })
                }
              />
            </div>
          )}
        </div>
      </form>
      <Sheet
        isOpen={isPreviewed}
        onOpenChange={setIsPreviewed}
        title={t('posts.previewTitle')}
        description={t(values.privacy === 'PRIVATE' ? 'posts.previewPrivate' : 'posts.previewHint')}
        layout="padded"
      >
        {me && <PostPreview values={values} me={me.user} attachments={attachments.items} />}
      </Sheet>
      <AnonymityCheck
        giveaways={giveaways}
        onOpenChange={(isOpen) => !isOpen && setGiveaways([])}
        onPostAnyway={() => once(publish)}
      />
    </Screen>
  );
}
