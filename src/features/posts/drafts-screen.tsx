import { Link } from '@tanstack/react-router';
import { NotebookPen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cutText } from '../../../protocol/index.ts';
import { shownText } from '../../../sync/index.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { usePostDrafts } from '../../queries/posts.ts';
import { useEngine } from '../../session/services.tsx';
import { DraftPictures } from '../media/draft-pictures.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { RowList } from '../shell/row-list.tsx';
import { When } from '../shell/when.tsx';

/** `/posts/drafts`: posts that were begun on this device. */
export function DraftsScreen() {
  const { t } = useTranslation();
  const engine = useEngine();
  const drafts = usePostDrafts();
  const back = useBack('/posts');
  return (
    <Screen
      width="narrow"
      isPadded
      header={<AppHeader title={t('posts.drafts')} back={{ onPress: back }} status={<ConnectionStrip />} />}
    >
      {drafts === undefined ? (
        <SkeletonList rows={2} />
      ) : drafts.length === 0 ? (
        <EmptyState
          icon={<NotebookPen size={32} />}
          line={t('posts.draftsEmpty')}
          hint={t('posts.draftsHint')}
        />
      ) : (
        <Section title={t('posts.draftsHint')}>
          <ArrowRows>
            <RowList items={drafts} keyOf={(draft) => draft.id}>
              {(draft) => (
                <ListRow
                  isWrapping
                  title={cutText(shownText(draft.content.trim()), 200) || t('posts.noWords')}
                  subtitle={
                    <>
                      <When at={draft.updatedAt} />
                      {draft.edits && ` · ${t('posts.draftOfEdit')}`}
                      {draft.files && draft.files.length > 0 && <DraftPictures files={draft.files} />}
                    </>
                  }
                  actions={
                    <>
                      <Button
                        size="sm"
                        variant="secondary"
                        render={
                          draft.edits ? (
                            <Link to="/posts/$postId/update" params={{ postId: draft.id }} />
                          ) : (
                            <Link to="/posts/create" search={{ draft: draft.id }} />
                          )
                        }
                      >
                        {t('action.edit')}
                      </Button>
                      <Button
                        size="sm"
                        variant="dangerQuiet"
                        onClick={() => void engine.savePostDraft(draft.id, null)}
                      >
                        {t('posts.discardDraft')}
                      </Button>
                    </>
                  }
                />
              )}
            </RowList>
          </ArrowRows>
        </Section>
      )}
    </Screen>
  );
}
